"""The command line as a program of its own: the script `combin`, and `python -m combin`."""

# Nothing that Python has not loaded yet: an interrupt shows no traceback from `run` on.
import os
import sys

# What numpy hands to its linear algebra here is small: a second thread only waits, and takes a core to do so.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def run() -> None:
    """Run the command line, and end the process at once; with one line and 130 when interrupted.

    What is left in memory, the system takes back; to do so object by object takes a sixth of the time of some
    PAR sheets.
    """
    try:
        try:
            import gc

            # What a command makes, it keeps: to look for garbage so often takes a quarter of its time.
            gc.set_threshold(200_000, 20, 20)
            from combin.cli import main  # here, so that who interrupts it sees no traceback

            main()
        except KeyboardInterrupt:
            print("combin: interrupted", file=sys.stderr)  # noqa: T201  nothing else may be there yet
            sys.exit(130)  # 128 and the number of the signal
    except SystemExit as end:
        try:
            for stream in filter(None, (sys.stdout, sys.stderr)):  # None where the shell has closed one
                stream.flush()
        except OSError:  # nobody reads any more: Python has its way to end then
            raise end from None
        os._exit(end.code if isinstance(end.code, int) else 0)


if __name__ == "__main__":
    run()
