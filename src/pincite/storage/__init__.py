"""Where things lie: release folders, the work folder of a build, the SQLite index; foreign errors are fenced here."""
