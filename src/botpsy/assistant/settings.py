"""The person's own settings, from a TOML file. All have defaults; a wrong one is named with its place and the fix.

zone = "Europe/Madrid"

[calendar]                      # without it the calendar is kept on this device
url = "https://dav.example.org/ana/"
user = "ana"
password_command = "pass show dav"

[model]
threads = 4
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from botpsy.core.errors import ConfigError

_COMMAND_S = 60  # a password manager may ask the person to unlock it
_RANGES = {"context": (1024, 131_072), "threads": (0, 1024)}


@dataclass(frozen=True, slots=True)
class Account:
    """A CalDAV or CardDAV account. Without a url the embedded server is used.

    The password is one of: `password`, `password_env` (a variable of the environment that holds it), `password_command`
    (a command that prints it).
    """

    url: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    password_env: str = ""
    password_command: str = ""

    def secret(self) -> str:
        """Return the password. Raises ConfigError when the variable is not set or the command fails."""
        if self.password_env:
            if self.password_env not in os.environ:
                raise ConfigError(f"password_env names {self.password_env!r}, which is not set in the environment")
            return os.environ[self.password_env]
        return self._from_command() if self.password_command else self.password

    def _from_command(self) -> str:
        shown = f"password_command {self.password_command!r}"
        try:
            done = subprocess.run(
                shlex.split(self.password_command), stdout=subprocess.PIPE, text=True, timeout=_COMMAND_S, check=False
            )
        except (OSError, ValueError) as error:
            raise ConfigError(f"{shown} cannot be run: {error}") from None
        except subprocess.TimeoutExpired:
            raise ConfigError(f"{shown} printed no password within {_COMMAND_S} seconds") from None
        password = done.stdout.partition("\n")[0]
        if done.returncode or not password:
            why = f"ended with code {done.returncode}" if done.returncode else "printed nothing"
            raise ConfigError(f"{shown} {why}; it must print the password on its first line")
        return password


@dataclass(frozen=True, slots=True)
class Model:
    """Which model answers: `base` is a model reference, `adapter` the path of a GGUF adapter ("" for the released one,
    "none" for the bare base). `context` in tokens; `threads` 0 means all cores."""

    base: str = ""
    adapter: str = ""
    context: int = 4096
    threads: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `zone` is an IANA name such as "Europe/Madrid"; "" takes the system's."""

    zone: str = ""
    model: Model = field(default_factory=Model)
    calendar: Account = field(default_factory=Account)
    contacts: Account = field(default_factory=Account)

    def time_zone(self) -> ZoneInfo:
        """Return the person's zone. Raises ConfigError when none is set and the system's has no name."""
        if self.zone:
            return ZoneInfo(self.zone)
        from tzlocal import get_localzone_name

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ZoneInfo(get_localzone_name() or "UTC")
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ConfigError(
                f"the system's time zone is not usable ({error}); set yours in {settings_path()}, such as "
                'zone = "Europe/Madrid"'
            ) from None


def settings_path() -> Path:
    """Return where the settings are: BOTPSY_CONFIG, or settings.toml in the user's configuration folder."""
    if named := os.environ.get("BOTPSY_CONFIG"):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("botpsy") / "settings.toml"


def home_folder() -> Path:
    """Return where the person's data are: BOTPSY_HOME, or the user's data folder."""
    if named := os.environ.get("BOTPSY_HOME"):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("botpsy")


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; no file means defaults. Raises ConfigError naming file, key, bad value and valid ones."""
    path = path or settings_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if os.environ.get("BOTPSY_CONFIG"):
            raise ConfigError(f"BOTPSY_CONFIG names {path}, which does not exist") from None
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}") from None
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from None
    settings = Settings(**_checked(table, Settings, str(path)))
    _check_zone(settings.zone, path)
    for name, account in (("calendar", settings.calendar), ("contacts", settings.contacts)):
        _check_account(account, f"{path}: [{name}]")
    return settings


_SECTIONS: dict[str, type[Account] | type[Model]] = {"model": Model, "calendar": Account, "contacts": Account}


def _checked(table: Mapping[str, Any], kind: type[Settings | Account | Model], where: str) -> dict[str, Any]:
    """Return the values of one table, its sections built, each of the type that its field has."""
    valid = {f.name: f.type for f in fields(kind)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in valid:
            names = ", ".join(f"[{name}]" if name in _SECTIONS else name for name in valid)
            raise ConfigError(f"{where} has no setting {key!r}; valid: {names}")
        if key in _SECTIONS:
            if not isinstance(value, dict):
                raise ConfigError(f"{where}: {key} is {value!r}; it must be a table, [{key}]")
            section = _SECTIONS[key]
            values[key] = section(**_checked(cast("dict[str, Any]", value), section, f"{where}: [{key}]"))
            continue
        wanted, words = (int, "a whole number") if valid[key] == "int" else (str, "text in quotes")
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise ConfigError(f"{where} {key} is {_shown(key, value)}; it must be {words}")
        if isinstance(value, int):
            low, high = _RANGES[key]
            if not low <= value <= high:
                raise ConfigError(f"{where} {key} is {value}; it must lie between {low} and {high}")
        values[key] = value
    return values


def _shown(key: str, value: object) -> str:
    return "not text" if key == "password" else repr(value)  # a secret is never printed


def _check_account(account: Account, where: str) -> None:
    ways = [name for name in ("password", "password_env", "password_command") if getattr(account, name)]
    if len(ways) > 1:
        raise ConfigError(f"{where} has {' and '.join(ways)}; keep one of them")
    if account.url and not account.url.startswith(("http://", "https://")):
        raise ConfigError(f"{where} url is {account.url!r}; it must begin with https:// or http://")
    if account.url and not account.user:
        raise ConfigError(f"{where} has a url and no user")
    if not account.url and (account.user or ways):
        raise ConfigError(f"{where} has {'a user' if account.user else ways[0]} and no url")


def _check_zone(zone: str, path: Path) -> None:
    if not zone:
        return
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigError(f"{path}: zone is {zone!r}; it must be an IANA name such as 'Europe/Madrid'") from None
