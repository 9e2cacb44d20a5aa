"""Composable policies: may this leave? The decision with its reasons."""
