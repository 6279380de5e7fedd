"""What the picture is made of: the canvas, its fonts and inks, and what moves on it."""
