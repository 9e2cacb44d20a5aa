"""One readable function a thing a user asks for; ports are handed in."""
