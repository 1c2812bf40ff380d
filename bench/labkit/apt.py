"""Debian source packages without touching the machine's own apt configuration.

Most machines list binary packages only. The lab derives source entries from whatever the machine already trusts:
it copies the entries into a private directory, with `deb-src` beside every `deb`, and points apt at that directory
and at lists of its own. So no name of any archive is written here, and nothing has to be undone afterwards.

Sources may be in the one-line form (`deb URI SUITE …`) or in the deb822 form (`Types: deb`); both are handled.
Build dependencies are installed on the machine (that needs root, or sudo); that is the one lasting change.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from .errors import LabError

SYSTEM = Path("/etc/apt")


def with_sources(text: str, deb822: bool) -> str:
    """The same entries, each for binary and source packages."""
    if deb822:
        return re.sub(r"(?m)^Types:.*$", "Types: deb deb-src", text)
    binary = re.findall(r"(?m)^\s*deb\s.*$", text)
    return "".join(f"{line.strip()}\n{re.sub(r'^deb', 'deb-src', line.strip())}\n" for line in binary)


def system_entries(system: Path = SYSTEM) -> dict[str, str]:
    """File name to content of the machine's apt sources, made to include source packages."""
    found = {}
    candidates = [system / "sources.list", *sorted((system / "sources.list.d").glob("*"))]
    for path in candidates:
        if path.suffix in (".list", ".sources") and path.is_file():
            text = with_sources(path.read_text(), path.suffix == ".sources")
            if text.strip():
                found[path.name] = text
    return found


class Apt:
    """apt-get with the private configuration."""

    def __init__(self, home: Path, log):
        self.home = home
        self.log = log

    def options(self) -> list[str]:
        return [
            "-o", "Dir::Etc::SourceList=/dev/null",
            "-o", f"Dir::Etc::SourceParts={self.home / 'parts'}",
            "-o", f"Dir::State::Lists={self.home / 'lists'}",
            "-o", "DPkg::Lock::Timeout=600",
        ]  # fmt: skip

    def prepare(self) -> None:
        """Writes the configuration and fetches the lists, once per work directory."""
        if (self.home / "ready").exists():
            return
        entries = system_entries()
        if not entries:
            raise LabError("the machine has no apt sources to derive source entries from")
        (self.home / "parts").mkdir(parents=True, exist_ok=True)
        (self.home / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        for name, text in entries.items():
            (self.home / "parts" / name).write_text(text)
        self.run("update", root=False)
        (self.home / "ready").touch()

    def run(self, *arguments: str, root: bool, cwd: Path | None = None) -> None:
        command = ["apt-get", *self.options(), *arguments]
        if root and os.geteuid() != 0:
            command = ["sudo", "-E", *command]
        env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        done = subprocess.run(command, cwd=cwd, env=env, stdout=self.log, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise LabError(f"apt-get {' '.join(arguments)} failed; see its fetch.log")

    def versions(self, package: str) -> list[str]:
        """The versions that the lists offer, in apt's order."""
        command = ["apt-cache", *self.options(), "showsrc", "--only-source", package]
        shown = subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
        return list(dict.fromkeys(re.findall(r"(?m)^Version: (\S+)$", shown)))

    def source(self, package: str, into: Path) -> Path:
        """Unpacks a source package and returns its directory.

        Lists and archive can be out of step (a mirror that has dropped the newest version's files), so if the newest
        one cannot be had, the others that the lists offer are tried.
        """
        wanted = [package, *(f"{package}={version}" for version in self.versions(package))]
        for attempt in wanted:
            shutil.rmtree(into, ignore_errors=True)
            into.mkdir(parents=True)
            try:
                self.run("source", "--only-source", attempt, root=False, cwd=into)
                break
            except LabError:
                if attempt == wanted[-1]:
                    raise
        unpacked = [p for p in into.iterdir() if p.is_dir()]
        if len(unpacked) != 1:
            raise LabError(f"{package}: expected one unpacked directory, found {len(unpacked)}")
        return unpacked[0]

    def build_dependencies(self, package: str) -> None:
        self.run("build-dep", "-y", "--no-install-recommends", "--arch-only", "-P", "nocheck,nodoc",
                 "--only-source", package, root=True)  # fmt: skip

    def install(self, packages) -> None:
        if packages:
            self.run("install", "-y", "--no-install-recommends", *packages, root=True)


def source_version(unpacked: Path) -> str:
    """The package version from the first line of its changelog: `tar (1.34+dfsg-1.2) unstable; …`."""
    changelog = unpacked / "debian" / "changelog"
    if not changelog.exists():
        return "unknown"
    with changelog.open(errors="replace") as lines:
        match = re.match(r"\S+ \(([^)]+)\)", lines.readline())
    return match.group(1) if match else "unknown"
