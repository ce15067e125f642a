"""The programs that can be connected, and the line that connects each."""

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.translation import gettext_noop

from accounts.models import ApiToken

# Stands where the key goes, until there is one.
NO_KEY = "KEY"


@dataclass(frozen=True)
class SetupLine:
    """What to copy for a key, and where it goes. The address is the installation's."""

    address: str
    key: str
    scope: str = ApiToken.Scope.FULL

    @property
    def mcp(self) -> str:
        return f"{self.address}/mcp"

    @property
    def header(self) -> str:
        return f"Authorization: Bearer {self.key}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


@dataclass(frozen=True)
class Program:
    """A program: what to do with its line, and what to look at when nothing comes."""

    slug: str
    label: str
    where: str
    check: str
    line: Callable[[SetupLine], str]


def find(slug: str) -> Program:
    """The program of this name; the first of all where there is none."""
    return next((each for each in PROGRAMS if each.slug == slug), PROGRAMS[0])


def _claude_code(to: SetupLine) -> str:
    return f'claude mcp add --transport http yarnnn {to.mcp} --header "{to.header}"'


def _claude_code_plugin(to: SetupLine) -> str:
    return (
        f"export YARNNN_URL={to.address} YARNNN_KEY={to.key}\n"
        "claude plugin marketplace add ./client/claude-code\n"
        "claude plugin install yarnnn@yarnnn"
    )


def _claude_desktop(to: SetupLine) -> str:
    # It starts programs only: this one passes on. Spaces would part its arguments on Windows.
    arguments = ["-y", "mcp-remote", to.mcp, "--header", "Authorization:${YARNNN_KEY}"]
    if _is_in_the_clear(to.address):
        arguments.append("--allow-http")
    server = {"command": "npx", "args": arguments, "env": {"YARNNN_KEY": f"Bearer {to.key}"}}
    return json.dumps({"mcpServers": {"yarnnn": server}})


def _gemini(to: SetupLine) -> str:
    # Its headers come last: whatever follows them would be taken for more of them.
    return f'gemini mcp add --scope user --transport http yarnnn {to.mcp} --header "{to.header}"'


def _cursor(to: SetupLine) -> str:
    return json.dumps({"mcpServers": {"yarnnn": {"url": to.mcp, "headers": to.headers}}})


def _vs_code(to: SetupLine) -> str:
    server = {"name": "yarnnn", "type": "http", "url": to.mcp, "headers": to.headers}
    return f"code --add-mcp {shlex.quote(json.dumps(server))}"


def _any_client(to: SetupLine) -> str:
    return json.dumps({"type": "http", "url": to.mcp, "headers": to.headers})


def _curl(to: SetupLine) -> str:
    header = f'-H "{to.header}"'
    if to.scope == ApiToken.Scope.ADD:
        body = shlex.quote(json.dumps({"content": "The bins go out on Tuesday."}))
        return f"curl {to.address}/api/memories {header} --json {body}"
    return f'curl "{to.address}/api/memories?limit=5" {header}'


def _python(to: SetupLine) -> str:
    method, data = "GET", ""
    if to.scope == ApiToken.Scope.ADD:
        method, data = "POST", ', data=b\'{"content": "The bins go out on Tuesday."}\''
    headers = to.headers | {"Content-Type": "application/json"}
    return (
        "from urllib.request import Request, urlopen; "
        f'print(urlopen(Request("{to.address}/api/memories", method="{method}"{data}, '
        f"headers={json.dumps(headers)})).read().decode())"
    )


def _is_in_the_clear(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1")


PROGRAMS = (
    Program(
        "claude-code",
        "Claude Code",
        gettext_noop("Paste this into a terminal, then start Claude Code."),
        gettext_noop("The command “claude mcp list” says whether it reaches this address."),
        _claude_code,
    ),
    Program(
        "claude-code-plugin",
        "Claude Code plugin",
        gettext_noop(
            "It also adds what is known to each message; a key that reads is enough. "
            "Paste "
            "these lines into a terminal in the folder that Yarnnn was installed from, and put the "
            "first one into your shell's profile, so that it is set next time."
        ),
        gettext_noop(
            "In Claude Code, /mcp shows yarnnn and /hooks its two hooks; they need python3."
        ),
        _claude_code_plugin,
    ),
    Program(
        "claude-desktop",
        "Claude Desktop",
        gettext_noop(
            "In Settings, Developer, Edit Config: put this into the file, then restart Claude. "
            "It needs Node.js."
        ),
        gettext_noop(
            "Claude shows yarnnn under Settings, Developer; without Node.js it cannot start it."
        ),
        _claude_desktop,
    ),
    Program(
        "gemini",
        "Gemini CLI",
        "Paste this into a terminal, then start Gemini.",
        "In a folder that you trust, “gemini mcp list” says whether it reaches this address.",
        _gemini,
    ),
    Program(
        "cursor",
        "Cursor",
        gettext_noop(
            "Put this into the file ~/.cursor/mcp.json, then switch yarnnn on in Cursor's settings."
        ),
        gettext_noop("Cursor shows yarnnn with a green dot under Settings, MCP."),
        _cursor,
    ),
    Program(
        "vs-code",
        "VS Code",
        gettext_noop("Paste this into a terminal, then start the server when VS Code asks."),
        gettext_noop(
            "In VS Code, the command “MCP: List Servers” starts it and shows what went wrong."
        ),
        _vs_code,
    ),
    Program(
        "mcp",
        gettext_noop("Any MCP client"),
        gettext_noop("The transport is streamable HTTP. Most clients take this as it is."),
        gettext_noop("The client must send the Authorization header with every request."),
        _any_client,
    ),
    Program(
        "curl",
        "curl",
        gettext_noop("Paste this into a terminal. All calls are described at /api/schema."),
        gettext_noop("An answer with “error” in it says what is missing."),
        _curl,
    ),
    Program(
        "python",
        "Python",
        gettext_noop("Run this with Python 3. It needs no package."),
        gettext_noop("An error 401 means that the key is incomplete."),
        _python,
    ),
)
