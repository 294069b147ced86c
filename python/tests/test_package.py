"""What the installed package says of itself."""

from importlib.metadata import files, metadata, version
from pathlib import Path

import nimsweep

ROOT = Path(__file__).parents[2]


def test_there_is_one_version() -> None:
    manifests = [ROOT / "Cargo.toml", ROOT / "python" / "Cargo.toml"]
    # Cargo has its own spelling of a version that is being made
    line = 'version = "%s"' % nimsweep.__version__.replace(".dev0", "-dev")
    assert all(line in manifest.read_text().splitlines() for manifest in manifests)
    assert version("nimsweep") == nimsweep.__version__


def test_licences_and_author_are_in_the_package() -> None:
    about = metadata("nimsweep")
    assert about["Author"] == "The nimsweep developers"
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    own = {file.name: file for file in files("nimsweep") or ()}
    for name in about.get_all("License-File") or ():
        assert own[name].read_text() == (ROOT / "python" / name).read_text()
    assert {"LICENSE-MIT", "LICENSE-APACHE", "py.typed"} <= own.keys()
