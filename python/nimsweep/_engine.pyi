"""The compiled part of the package."""

__version__: str
