"""Handful's screens, keys, drawing and saving: everything between a board and the engine."""
