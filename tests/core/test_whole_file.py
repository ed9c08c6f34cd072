"""Files that appear as a whole."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from roost.core.whole_file import whole_file


def test_a_file_holds_the_old_text_or_the_new(tmp_path: Path) -> None:
    """While it is written, and after a failure, it holds what it held; nothing else stays behind."""
    file = tmp_path / "kept"
    with whole_file(file) as new:
        new.write(b"one")
        assert not file.exists()
    with suppress(KeyboardInterrupt), whole_file(file) as new:
        new.write(b"two")
        raise KeyboardInterrupt
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert file.read_bytes() == b"one"


def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    """The file that it points to is written."""
    file, link = tmp_path / "kept", tmp_path / "link"
    link.symlink_to(file)
    with whole_file(link) as new:
        new.write(b"one")
    assert link.is_symlink()
    assert file.read_bytes() == b"one"


@pytest.mark.skipif(os.name != "posix", reason="files belong to nobody here")
def test_a_secret_is_its_owner_s_alone(tmp_path: Path) -> None:
    """Others may read what is none, as far as the user's mask allows."""
    for name, is_secret in (("secret", True), ("plain", False)):
        with whole_file(tmp_path / name, is_secret=is_secret) as new:
            new.write(b"one")
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "plain").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_system_whose_folders_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is written all the same."""
    monkeypatch.delattr(os, "O_DIRECTORY", raising=False)
    with whole_file(tmp_path / "kept") as new:
        new.write(b"one")
    assert (tmp_path / "kept").read_bytes() == b"one"
