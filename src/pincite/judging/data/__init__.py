"""Tables of the judging signals, one file a thing; columns in its first line."""
