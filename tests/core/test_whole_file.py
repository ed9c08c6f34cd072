"""Files that are replaced as a whole."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from roost.core.whole_file import whole_file


def test_a_file_always_has_either_the_old_content_or_the_new(tmp_path: Path) -> None:
    """Replacing a file leaves no temporary file behind."""
    file = tmp_path / "kept"
    with whole_file(file) as new:
        new.write(b"one")
        assert not file.exists()
    with suppress(KeyboardInterrupt), whole_file(file) as new:
        new.write(b"two")
        raise KeyboardInterrupt
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert file.read_bytes() == b"one"


def test_writing_through_a_link_changes_the_linked_file(tmp_path: Path) -> None:
    file, link = tmp_path / "kept", tmp_path / "link"
    link.symlink_to(file)
    with whole_file(link) as new:
        new.write(b"one")
    assert link.is_symlink()
    assert file.read_bytes() == b"one"


@pytest.mark.skipif(os.name != "posix", reason="files belong to nobody here")
def test_only_the_owner_can_read_a_secret_file(tmp_path: Path) -> None:
    """Files without secrets get the permissions of the user's mask."""
    for name, is_secret in (("secret", True), ("plain", False)):
        with whole_file(tmp_path / name, is_secret=is_secret) as new:
            new.write(b"one")
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "plain").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_file_is_written_where_folders_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY", raising=False)
    with whole_file(tmp_path / "kept") as new:
        new.write(b"one")
    assert (tmp_path / "kept").read_bytes() == b"one"
