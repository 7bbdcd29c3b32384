"""How to install the optional packages that some commands need, for a checkout and for an installed copy."""

import re
import sys
from importlib import metadata

PACKAGE = "troopkeeper"


def install(extra: str) -> str:
    """The command that installs the optional packages `extra` (see pyproject.toml) for the Python that runs this.

    It names the packages themselves, because an installed copy does not know the folder it was installed from.
    """
    wanted = " ".join(f'"{need}"' for need in _needs(extra)) or f'"{PACKAGE}[{extra}]"'
    return f"{sys.executable} -m pip install {wanted}"


def version() -> str:
    """The version of this copy; "unknown" when it was never installed."""
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "unknown"


def _needs(extra: str) -> list[str]:
    try:
        lines = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return []
    found = [line.partition(";") for line in lines]
    mark = re.compile(rf"""extra == ['"]{extra}['"]""")
    return [need.strip() for need, _, condition in found if mark.search(condition)]
