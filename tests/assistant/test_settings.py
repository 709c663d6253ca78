"""Settings: defaults without a file, and one sentence with the place and the fix for each mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from botpsy.assistant.settings import Account, Settings, home_folder, load_settings, settings_path
from botpsy.core.errors import ConfigError


def load(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_no_file_means_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOTPSY_CONFIG", raising=False)
    assert load_settings(tmp_path / "none.toml") == Settings()


def test_all_settings_are_read(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        'zone = "Asia/Tokyo"\n[model]\nbase = "x.gguf"\ncontext = 2048\nthreads = 2\n'
        '[calendar]\nurl = "https://dav.example.org"\nuser = "ana"\npassword = "secret"\n',
    )
    assert settings.time_zone().key == "Asia/Tokyo"
    assert (settings.model.base, settings.model.context, settings.model.threads) == ("x.gguf", 2048, 2)
    assert settings.calendar.secret() == "secret"
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zone = \n", ["not valid TOML", "line 1"]),
        ("[model]\nbase = 1\nbase = 2\n", ["not valid TOML", "line 3"]),
        ('zone = "Madrid"', ["zone", "'Madrid'", "Europe/Madrid"]),
        ('zone = "../../etc/passwd"', ["zone", "IANA"]),
        ("zone = 1", ["zone is 1", "text"]),
        ('colour = "red"', ["'colour'", "zone, [model], [calendar], [contacts]"]),
        ('[model]\nbse = "x"', ["[model]", "'bse'", "base, adapter, context, threads"]),
        ('[model]\ncontext = "big"', ["context is 'big'", "whole number"]),
        ("[model]\ncontext = true", ["context is True", "whole number"]),
        ("[model]\ncontext = 5", ["context is 5", "between 1024 and 131072"]),
        ("[model]\nthreads = -1", ["threads is -1", "between 0"]),
        ('model = "x"', ["model is 'x'", "[model]"]),
        ("[[model]]\nbase = 'x'", ["must be a table"]),
        ('[calendar]\nurl = "dav.example.org"\nuser = "a"', ["[calendar] url", "https://"]),
        ('[contacts]\nurl = "https://dav.example.org"', ["[contacts]", "no user"]),
        ('[calendar]\nuser = "ana"', ["[calendar]", "no url"]),
        ('[calendar]\nurl = "https://x"\nuser = "a"\npassword = "b"\npassword_env = "C"', ["keep one"]),
    ],
)
def test_a_mistake_is_named_with_its_place_and_fix(tmp_path: Path, text: str, words: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    for word in [str(tmp_path / "settings.toml"), *words]:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_password_of_the_wrong_type_is_not_printed(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, '[calendar]\nurl = "https://x"\nuser = "a"\npassword = 12345')
    assert "12345" not in str(caught.value)


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="cannot read"):
        load_settings(tmp_path / "settings.toml")


def test_the_environment_moves_settings_and_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTPSY_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("BOTPSY_HOME", str(tmp_path / "home"))
    assert settings_path() == tmp_path / "none.toml"
    assert home_folder() == tmp_path / "home"
    with pytest.raises(ConfigError, match=r"BOTPSY_CONFIG names .*none.toml, which does not exist"):
        load_settings()


def test_passwords_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAV_SECRET", "from env")
    assert Account(password_env="DAV_SECRET").secret() == "from env"
    assert Account(password_command="printf 'from command\\nsecond line\\n'").secret() == "from command"


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (Account(password_env="DAV_NOT_SET"), "DAV_NOT_SET.*not set"),
        (Account(password_command="false"), "ended with code 1"),
        (Account(password_command="true"), "printed nothing"),
        (Account(password_command="/no/such/program"), "cannot be run"),
        (Account(password_command="echo 'unclosed"), "cannot be run"),
    ],
)
def test_a_password_that_cannot_be_had(account: Account, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAV_NOT_SET", raising=False)
    with pytest.raises(ConfigError, match=words):
        account.secret()
