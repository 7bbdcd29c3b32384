"""The installed package: puts the layers where `import engine_core` and `import host` find them.

The same sources run on the board, where engine_core/ and firmware/ lie in /lib and are imported by
these names. The laptop uses the same names, so that no import differs between the two. As names at
the top of site-packages they would be too general (`host`, `boards`), so the wheel keeps them inside
this package, and this launcher puts their folder first on sys.path of the one process that is `troop`.
"""

import importlib.util
import sys
from pathlib import Path


def layers_folder() -> Path:
    """The folder that holds host/, firmware/, engine_core/ and boards/.

    In an installed copy that is this package's own folder; in an editable install, the source tree,
    where setuptools finds `troopkeeper.host` too.
    """
    found = importlib.util.find_spec("troopkeeper.host")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("troop: the installed copy is incomplete: install troopkeeper again.")
    return Path(next(iter(found.submodule_search_locations))).parent


def main() -> None:
    """The command `troop`."""
    folder = str(layers_folder())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    from host.commands.cli import main as run

    run()
