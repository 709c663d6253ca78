"""The inside of the sandbox: `python -I -S -B THIS`, one JSON request on stdin. Standard library only.

Three fences, since no one of them holds everywhere: resource limits; a network namespace of its own where the system
gives one; and an audit hook that refuses sockets, processes, native code, and files outside of Python's own.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

_REFUSED = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.kill", "os.putenv",
    "ctypes.", "shutil.", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "os.chdir", "pty.spawn", "signal.", "mmap.", "sqlite3.", "urllib.", "http.", "ftplib.",
    "smtplib.", "webbrowser.", "syslog.", "winreg.", "code.__new__", "gc.get_objects", "gc.get_referrers",
)  # fmt: skip


def fence(memory: int, seconds: float) -> None:
    """Set the limits and cut the network; what the system does not offer is left to the hook."""
    try:
        import ctypes

        new_user, new_network = 0x10000000, 0x40000000
        ctypes.CDLL(None).unshare(new_user | new_network)
    except (OSError, AttributeError, ImportError):
        pass
    try:
        import resource
    except ImportError:
        return
    cpu = int(seconds) + 1
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_NOFILE, 16),
        (resource.RLIMIT_NPROC, 1),
        (resource.RLIMIT_FSIZE, 1 << 20),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            continue


def watch() -> None:
    """Refuse what code under test has no business with. A hook cannot be taken away again."""
    library = os.path.dirname(os.__file__)  # noqa: PTH120 (pathlib would be imported under test)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(_REFUSED):
            raise PermissionError(f"{event} is not allowed here")
        if event == "open":
            path, mode = arguments[0], arguments[1]
            readable = isinstance(path, str) and os.path.realpath(path).startswith(library)
            if not readable or (mode is not None and mode not in ("r", "rb")):
                raise PermissionError(f"opening {path!r} is not allowed here")
        if event in ("os.listdir", "os.scandir") and not str(arguments[0]).startswith(library):
            raise PermissionError("looking into folders is not allowed here")

    sys.addaudithook(hook)


def judge(code: str, checks: list[str]) -> tuple[list[bool], str]:
    """Run the code and its checks; return which held and why the first that failed did."""
    names: dict[str, Any] = {"__name__": "answer"}
    try:
        exec(compile(code, "answer", "exec"), names)
    except BaseException as error:
        return [False] * len(checks), f"{type(error).__name__}: {error}"
    passed: list[bool] = []
    reason = ""
    for text in checks:
        try:
            held = eval(compile(text, "check", "eval"), names) is True
            said = f"{text} is false"
        except BaseException as error:
            held, said = False, f"{text}: {type(error).__name__}: {error}"
        passed.append(held)
        reason = reason or ("" if held else said)
    return passed, reason


def main() -> None:
    """Read the request, fence, judge, report."""
    request = json.loads(sys.stdin.read())
    word = request["word"]
    report = os.dup(1)
    write, dumps = os.write, json.dumps
    fence(int(request["memory"]), float(request["seconds"]))
    watch()
    passed, reason = judge(request["code"], request["checks"])
    del request
    sys.stdout.flush()
    write(report, f"\n{word}{dumps({'passed': passed, 'reason': reason})}\n".encode())
    os._exit(0)


if __name__ == "__main__":
    main()
