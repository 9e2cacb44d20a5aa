"""A small, wholly fictional corpus in the publishers' real formats, and drafts that cite it rightly and wrongly.

Lanterns, keepers, courts and judgments here are invented; chapter 9001, SR 999.1 and the numbers of the judgments exist
nowhere else. `hk.yaml` and `ch.yaml` build one release each; `drafts/` holds what the demonstration verifies.
"""
