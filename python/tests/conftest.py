"""The tests hear Ctrl-C, also where it is ignored: under nohup, or in a script that starts them with &."""

import signal

# Python raises no KeyboardInterrupt then. What tests start inherits that a signal is ignored, but not a handler
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
