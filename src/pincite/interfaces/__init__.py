"""Doors: parse input, call one workflow, render."""
