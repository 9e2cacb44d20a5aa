"""The prompts of the model judge: files with a version in their name; their digest is a parameter of the judge."""
