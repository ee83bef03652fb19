"""Check a certificate: python verifier game.certificate.json

Exit code 0: confirmed; 1: something is wrong; 2: the file cannot be read, or its rules are not understood.
"""

import importlib
import sys
from pathlib import Path

if not __package__:  # run as a folder, by its path
    FOLDER = Path(__file__).resolve().parent
    sys.path.insert(0, str(FOLDER.parent))
    __package__ = FOLDER.name
    importlib.import_module(__package__)

from .comparing import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
