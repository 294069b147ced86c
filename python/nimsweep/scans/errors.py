"""The exceptions of scans."""

from pathlib import Path

from nimsweep.errors import NimsweepError


class ScanError(NimsweepError):
    """A scan that cannot begin, or cannot continue. Finished rows have been written."""


class FamilyError(ScanError, ValueError):
    """A family that cannot be read, is empty, or has no end."""


class FolderError(ScanError):
    """A folder that a scan cannot use."""


class AnotherScanError(FolderError, ValueError):
    """A folder with the parts of another scan."""


class FolderInUseError(FolderError):
    """A folder in which another scan is running."""


class WriteError(FolderError, OSError):
    """A file of the folder that cannot be written or read. The complete parts are intact."""


class CorruptFileError(FolderError):
    """A file of the folder whose content is invalid.

    Attributes:
        path: the file.
        reason: what is wrong with it, and what to do.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)  # what it is made from again when it comes from a process
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"
