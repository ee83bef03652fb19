"""The command line: parse, call, show."""

from combin.cli.app import main

__all__ = ["main"]
