"""One module a screen, each with a class `View`; loaded when it opens, unloaded when it closes."""
