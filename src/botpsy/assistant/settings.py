"""The person's own settings, from a TOML file. Everything has a default; what is wrong is named with its place and fix."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from botpsy.core.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Account:
    """A CalDAV or CardDAV account. Without a url the embedded server is used. The password may come from the
    environment: `password_env` names the variable."""

    url: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    password_env: str = ""

    def secret(self) -> str:
        """Return the password. Raises ConfigError when the variable named is not set."""
        if not self.password_env:
            return self.password
        if self.password_env not in os.environ:
            raise ConfigError(f"password_env names {self.password_env!r}, which is not set in the environment")
        return os.environ[self.password_env]


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
        """Return the person's zone."""
        if self.zone:
            return ZoneInfo(self.zone)
        from tzlocal import get_localzone_name

        return ZoneInfo(get_localzone_name() or "UTC")


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
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}") from None
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from None
    parts: dict[str, Any] = {}
    for name, kind in (("model", Model), ("calendar", Account), ("contacts", Account)):
        if name in table:
            section = table.pop(name)
            if not isinstance(section, dict):
                raise ConfigError(f"{path}: {name} must be a table, [{name}], not {section!r}")
            parts[name] = kind(**_checked(section, kind, f"{path}: [{name}]"))
    rest = _checked(table, Settings, str(path))
    settings = Settings(**rest, **parts)
    _check_zone(settings.zone, path)
    for name in ("calendar", "contacts"):
        account = cast(Account, getattr(settings, name))
        if account.url and not account.url.startswith(("http://", "https://")):
            raise ConfigError(f"{path}: [{name}] url is {account.url!r}; it must begin with https:// or http://")
        if account.url and not account.user:
            raise ConfigError(f"{path}: [{name}] has a url and no user")
    return settings


def _checked(table: Mapping[str, Any], kind: type, where: str) -> dict[str, Any]:
    valid = {f.name: f.type for f in fields(kind) if f.name not in ("model", "calendar", "contacts")}
    for key, value in table.items():
        if key not in valid:
            raise ConfigError(f"{where} has no setting {key!r}; valid: {', '.join(valid)}")
        wanted = int if valid[key] in (int, "int") else str
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise ConfigError(f"{where} {key} is {value!r}; it must be {'a whole number' if wanted is int else 'text'}")
        if wanted is int and not 0 <= value <= 1_000_000:
            raise ConfigError(f"{where} {key} is {value}; it must lie between 0 and 1000000")
    return dict(table)


def _check_zone(zone: str, path: Path) -> None:
    if not zone:
        return
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigError(f"{path}: zone is {zone!r}; it must be an IANA name such as 'Europe/Madrid'") from None
