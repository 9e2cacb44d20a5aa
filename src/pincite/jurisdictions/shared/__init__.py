"""What every pack uses: numerals, plain-text and Markdown documents."""
