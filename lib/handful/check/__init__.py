"""check.py's own modules: a program beside the games, which never load them.

The build keeps them apart (tools/build/drive.py): they are compiled with the names that the games' code has, and
change none of these. So the program may use the libraries of others, and costs the games no memory.
"""
