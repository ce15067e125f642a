#!/usr/bin/env python
"""Django's command line, with Yarnnn's settings and, where none are set, its own servers."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    from yarnnn.command_line import run

    run(sys.argv)
