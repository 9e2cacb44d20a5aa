"""What the law said on a date: releases, blocks, coverage, and the answers a lookup can give.

Keeps true: «not found» is said only inside what a release declares complete; outside it the answer is
OutsideCoverage; nothing is answered without the release and the date behind it.
"""
