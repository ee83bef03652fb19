"""`python -m combin`: the command line where its script is not on the path."""

from combin.cli import main

if __name__ == "__main__":
    main()
