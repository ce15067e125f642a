"""The web server: waitress with deadlines, caps and refusals, in processes that a master restarts.

An event loop reads requests whole before a thread is taken, so a slow connection costs a file
descriptor and nothing else.
"""
