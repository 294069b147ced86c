"""The tests hear Ctrl-C, also where it is ignored: under nohup, or in a script that starts them with &."""

import hashlib
import signal

# Python raises no KeyboardInterrupt then. What tests start inherits that a signal is ignored, but not a handler
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def digest(answer: object) -> str:
    """Stands for an answer of Project Euler, which asks not to show it."""
    return hashlib.sha256(str(answer).encode()).hexdigest()[:16]
