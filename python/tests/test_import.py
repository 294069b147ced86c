"""What `import nimsweep` needs."""

import subprocess
import sys


def test_scans_and_their_locks_are_not_loaded() -> None:
    program = """
import sys
for module in ("fcntl", "resource", "pyarrow", "pandas", "sympy"):
    sys.modules[module] = None  # hidden: importing it fails
import nimsweep
assert nimsweep.Game().g(5) == 1
assert not any(name.startswith("nimsweep.scans") for name in sys.modules)
assert not hasattr(nimsweep, "no_such_name")
assert nimsweep.scans.family.Family.of("1,2").known == 1
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_scan_is_the_function() -> None:
    import nimsweep
    import nimsweep.scans

    assert {*nimsweep.__all__} <= {*dir(nimsweep)}
    assert nimsweep.scan is nimsweep.scans.scan and callable(nimsweep.scan)
    names: dict[str, object] = {}
    exec("from nimsweep import *", names)
    assert names["scan"] is nimsweep.scan
