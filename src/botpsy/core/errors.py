"""Errors by boundary. Each names the bad value and the fix; the command line turns them into one line and a code."""

from __future__ import annotations


class BotPsyError(Exception):
    """Base of what we raise on purpose. `exit_code` is what the command line returns for it."""

    exit_code = 1


class UsageError(BotPsyError):
    """A flag, path, reference or file from the person is wrong."""

    exit_code = 2


class ConfigError(UsageError):
    """The settings file does not parse, or holds a wrong value."""

    exit_code = 3


class ModelError(BotPsyError):
    """A model reference cannot be resolved, fetched, verified or loaded."""

    exit_code = 4


class InfraError(BotPsyError):
    """We failed, not the model: an engine or environment died. Retried, then dropped and counted; never scored."""

    exit_code = 5


class BackendError(InfraError):
    """A real service refused or could not be reached: server down, wrong password, full disk."""

    exit_code = 6


class ConflictError(BotPsyError):
    """The state is not what the operation expected: changed since, or gone."""

    exit_code = 7


class ToolError(BotPsyError):
    """A tool cannot do what was asked (nothing found, value impossible). The text goes to the model as the result."""


class ContextOverflow(BotPsyError):
    """The conversation does not fit in the model's context. Nothing was dropped silently."""

    exit_code = 8
