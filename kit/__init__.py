"""A test kit for checkers of quotations: cases by construction, and a runner."""
