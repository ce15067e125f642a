"""The web server under attack and in use: slow senders, large bodies, streams, its own death."""

import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Self

import psutil
import pytest

from llm.fake import FakeModel, Reply
from tests.running import App, wait_for
from yarnnn.serving.board import Board
from yarnnn.serving.server import Server

pytestmark = pytest.mark.kill

SLOW = 80
CAP = 100
LARGE = 1_000_000
UPLOADS = ("/documents/upload", "/api/documents")
# Three ways of never ending a request.
HALVES = {
    "request line": b"GET /accounts/login",
    "headers": b"GET /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body": b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
    b"application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nlogin=",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    home = tmp_path_factory.mktemp("serving") / "home"
    settings = {"OPEN_SIGNUP": "1", "WEB_WORKERS": "2", "YARNNN_UPLOAD_MB": "2"}
    app = App(home, settings)
    app.start()
    yield app
    app.stop()


@pytest.fixture(scope="module")
def token(served: App) -> str:
    return served.manage("token", "alice@example.org", "--create").strip()


def place(app: App) -> tuple[str, int]:
    host, _, port = app.address.removeprefix("http://").rpartition(":")
    return host, int(port)


@contextmanager
def connections(app: App, count: int, half: bytes, host: str = "") -> Iterator[list[socket.socket]]:
    """Open connections, each with half a request sent."""
    with ExitStack() as open_ones:
        found = []
        for _ in range(count):
            one = socket.create_connection(place(app), 10, (host, 0) if host else None)
            open_ones.enter_context(closing(one))
            one.sendall(half)
            found.append(one)
        yield found


def ask(app: App, path: str = "/accounts/signup/", host: str = "") -> tuple[int, float]:
    """The status of a page, and the seconds it took."""
    begun = time.monotonic()
    origin = (host, 0) if host else None
    with closing(http.client.HTTPConnection(*place(app), timeout=30, source_address=origin)) as it:
        it.request("GET", path, headers={"Host": "localhost"})
        with it.getresponse() as answer:
            answer.read()
            return answer.status, time.monotonic() - begun


def said(connection: socket.socket, seconds: float = 60) -> bytes:
    """All that comes until the other end closes."""
    connection.settimeout(seconds)
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_slow_connections_stop_nobody(served: App, half: bytes) -> None:
    with connections(served, SLOW, half):
        time.sleep(0.5)
        for _ in range(4):
            status, seconds = ask(served)
            assert status == 200
            assert seconds < 8
    wait_for(lambda: ask(served)[0] == 200)


def test_who_is_slow_is_let_go(served: App) -> None:
    halves = (HALVES["request line"], HALVES["headers"], b"")
    begun = time.monotonic()
    with ExitStack() as several:
        slow = [several.enter_context(connections(served, 1, half))[0] for half in halves]
        # One byte now and then is no progress.
        for _ in range(8):
            time.sleep(1)
            slow[1].send(b"x")
        for one in slow:
            said(one)
    assert time.monotonic() - begun < 40


def test_who_takes_nothing_of_an_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would hold a thread: only a limited amount is kept for it."""
    monkeypatch.setattr("yarnnn.serving.connection._STUCK_SECONDS", 2)
    ended = threading.Event()

    def application(_environ: object, start: Callable[..., object]) -> Iterator[bytes]:
        start("200 OK", [("Content-Type", "text/plain")])
        try:
            while True:
                yield b"x" * LARGE
        finally:
            ended.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(application, listener, Board(1), 0)
        serving = threading.Thread(target=server.serve)
        serving.start()
        with closing(socket.create_connection(listener.getsockname()[:2], 10)) as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert ended.wait(60)
        server.stop()
        serving.join(60)
        assert not serving.is_alive()


def test_who_has_come_is_answered_though_the_process_ends() -> None:
    """Its successor takes who comes next; nobody gets this one from it."""

    def application(_environ: object, start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
        return [b"here"]

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(application, listener, Board(1), 0)
        serving = threading.Thread(target=server.serve)
        serving.start()
        with closing(socket.create_connection(listener.getsockname()[:2], 10)) as one:
            wait_for(lambda: server.active_channels)
            server.stop()
            wait_for(lambda: not server.accepting)
            one.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert said(one).endswith(b"here")
        serving.join(60)
        assert not serving.is_alive()


def test_one_address_has_so_many_connections_and_others_are_served(served: App) -> None:
    with connections(served, CAP + 20, HALVES["headers"]) as slow:
        # Of two processes that accept at the same moment each may let one in.
        wait_for(lambda: sum(map(_is_shut, slow)) >= 20 - 2)
        with closing(socket.create_connection(place(served), 10)) as one_more:
            try:
                one_more.sendall(b"GET /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
                refusal = said(one_more)
            except ConnectionError:
                refusal = b""
        assert refusal == b"" or b" 503 " in refusal.partition(b"\r\n")[0]
        status, seconds = ask(served, host="127.0.0.2")
        assert (status, seconds < 8) == (200, True)
    wait_for(lambda: _served(served))


def test_connections_that_rest_make_room(served: App) -> None:
    """A browser keeps connections open: they are no reason to refuse the next one."""
    with ExitStack() as kept:
        for _ in range(CAP + 20):
            it = http.client.HTTPConnection(*place(served), timeout=30)
            kept.enter_context(closing(it))
            it.request("GET", "/static/nothing.css", headers={"Host": "localhost"})
            it.getresponse().read()
        assert ask(served)[0] == 200


def _is_shut(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        data = one.recv(1 << 16)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return not data or b" 503 " in data


def _served(app: App) -> bool:
    try:
        return ask(app)[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def multipart(size: int) -> tuple[bytes, str]:
    border = b"a-border-of-parts"
    head = b'Content-Disposition: form-data; name="file"; filename="long.txt"\r\n\r\n'
    body = b"--" + border + b"\r\n" + head + b"A line of it.\n" * (size // 14)
    return body + b"\r\n--" + border + b"--\r\n", f"multipart/form-data; boundary={border.decode()}"


def send(
    app: App, path: str, size: int, token: str = "", *, chunked: bool = False, wait: bool = True
) -> tuple[int, str]:
    """Send a file of this size as a program does; returns the status and the error's code."""
    body, kind = multipart(size)
    headers = {"Host": "localhost", "Content-Type": kind}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    parts = (body[at : at + LARGE] for at in range(0, len(body), LARGE))
    with closing(http.client.HTTPConnection(*place(app), timeout=30)) as it:
        it.request("POST", path, parts if chunked else body, headers, encode_chunked=chunked)
        with it.getresponse() as answer:
            text = answer.read().decode()
    found = re.search(r'"code": ?"(\w+)"', text)
    return answer.status, found[1] if found else ""


@pytest.mark.parametrize("chunked", [False, True])
def test_an_upload_is_taken_in_or_refused_at_the_limit(
    served: App, token: str, *, chunked: bool
) -> None:
    assert send(served, "/api/documents", LARGE + chunked, token, chunked=chunked)[0] in (200, 201)
    answer = send(served, "/api/documents", 6 * LARGE, token, chunked=chunked)
    assert answer == (413, "too_large")


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("stranger", ["", "yarnnn_nobody"])
def test_a_stranger_sends_no_large_body(served: App, stranger: str, *, chunked: bool) -> None:
    answer = send(served, "/api/documents", LARGE, stranger, chunked=chunked)
    assert answer == (401, "not_authenticated")


def test_nothing_of_a_refused_body_is_kept(served: App, token: str) -> None:
    """What has no name yet shows among the files that the web processes have open."""
    opening = (
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
        "Authorization: Bearer {token}\r\n{size}\r\n"
    )
    too_long = opening.format(path=UPLOADS[1], token=token, size="Content-Length: 900000000\r\n")
    unnamed = opening.format(path=UPLOADS[0], token="x", size="Content-Length: 1900000\r\n")
    in_pieces = opening.format(path=UPLOADS[1], token="x", size="Transfer-Encoding: chunked\r\n")
    for head, piece in (
        (too_long, b"a" * LARGE),
        (unnamed, b"a" * LARGE),
        (in_pieces, b"f4240\r\n" + b"a" * LARGE + b"\r\n"),
    ):
        with closing(socket.create_connection(place(served), 10)) as one:
            one.sendall(head.encode())
            one.settimeout(60)
            sent = 0
            try:
                while sent < 20:
                    one.sendall(piece)
                    sent += 1
                    assert kept_on_disk(served) < 200_000
            except OSError:
                pass
            answer = said(one)
        assert answer == b"" or re.match(rb"HTTP/1.1 (413|401|302) ", answer)


def kept_on_disk(app: App) -> int:
    """Bytes in files without a name that the web processes have open."""
    total = 0
    for process in app.children("yarnnn.serving"):
        for entry in Path(f"/proc/{process.pid}/fd").iterdir():
            try:
                if "(deleted)" in str(entry.readlink()):
                    total += entry.stat().st_size
            except OSError:
                continue
    return total


def test_a_program_that_asks_first_is_told_before_it_sends(served: App, token: str) -> None:
    """`Expect: 100-continue`, as curl asks with large bodies."""
    head = (
        f"POST /api/documents HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
        f"Content-Type: {multipart(0)[1]}\r\nConnection: close\r\n"
    )
    body = multipart(LARGE)[0]
    for key, size, wanted in (
        (token, len(body), b"HTTP/1.1 100 "),
        (token, 9_000_000, b"HTTP/1.1 413 "),
        ("nobody", len(body), b"HTTP/1.1 401 "),
    ):
        with closing(socket.create_connection(place(served), 10)) as one:
            one.sendall(
                f"{head}Authorization: Bearer {key}\r\nContent-Length: {size}\r\n\r\n".encode()
            )
            one.settimeout(60)
            first = one.recv(1 << 16)
            assert first.startswith(wanted)
            if b" 100 " in first:
                one.sendall(body)
                assert re.match(rb"HTTP/1.1 20[01] ", said(one))


def test_a_head_request_has_no_body(served: App) -> None:
    """Else what follows on the same connection could not be read."""
    with closing(http.client.HTTPConnection(*place(served), timeout=60)) as it:
        for method in ("HEAD", "GET", "HEAD", "GET"):
            it.request(method, "/accounts/signup/", headers={"Host": "localhost"})
            with it.getresponse() as answer:
                assert answer.status == 200
                assert not answer.will_close
                assert bool(answer.read()) == (method == "GET")


def chat(app: App, token: str, message: str) -> http.client.HTTPResponse:
    it = http.client.HTTPConnection(*place(app), timeout=30)
    body = json.dumps({"message": message, "stream": True})
    it.request(
        "POST",
        "/api/chat",
        body,
        {"Host": "localhost", "Content-Type": "application/json", "Authorization": token},
    )
    return it.getresponse()


@pytest.fixture
def with_model(tmp_path: Path, fake_model: FakeModel) -> Iterator[App]:
    settings = {"OPENAI_BASE_URL": fake_model.url, "YARNNN_CHAT_MODEL": "fake"}
    # Nothing but the chat asks for what the model is given to say.
    settings |= {"OPENAI_API_KEY": "k", "YARNNN_LEARN_BY_MODEL": "0"}
    app = App(tmp_path / "home", settings)
    app.start()
    yield app
    if app.process and app.process.poll() is None:
        app.stop()


def test_an_answer_streams_and_who_goes_away_is_noticed(
    with_model: App, fake_model: FakeModel
) -> None:
    token = "Bearer " + with_model.manage("token", "alice@example.org", "--create").strip()
    fake_model.say(Reply(text="one two three four", pause=1), "Count")
    with closing(chat(with_model, token, "Count!")) as answer:
        times = [time.monotonic() for line in answer if b"token" in line]
    # Once it has answered, the model is asked for a title.
    assert fake_model.wait_for(2)
    assert len(times) == 4
    assert times[-1] - times[0] > 1
    long = Reply(text=" ".join(map(str, range(200))), pause=0.3)
    fake_model.say(long)
    answer = chat(with_model, token, "Count further!")
    assert any(b"token" in line for line in answer)
    answer.close()
    assert fake_model.chats[-1].broken_off.wait(30)
    fake_model.say(long)
    answer = chat(with_model, token, "Count to the end!")
    assert any(b"token" in line for line in answer)
    processes = web(with_model)
    master_of(with_model).terminate()
    assert not psutil.wait_procs(processes, timeout=30)[1]
    assert fake_model.chats[-1].broken_off.wait(30)
    answer.close()


class Watch:
    """Asks for a page again and again; knows the longest time that nobody answered."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._ends = threading.Event()
        self.longest = 0.0
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        answered = time.monotonic()
        while not self._ends.wait(0.05):
            begun = time.monotonic()
            if _served(self._app):
                self.longest = max(self.longest, time.monotonic() - answered)
                answered = begun


def web(app: App) -> list[psutil.Process]:
    return app.children("yarnnn.serving") or app.children("gunicorn")


def master_of(app: App) -> psutil.Process:
    assert app.process
    return next(each for each in web(app) if each.ppid() == app.process.pid)


@pytest.mark.parametrize("who", ["master", "worker", "all"])
def test_pages_are_back_soon_after_a_kill(served: App, who: str) -> None:
    wait_for(lambda: len(web(served)) == 3)
    before, master = web(served), master_of(served)
    chosen = {"master": [master], "worker": [p for p in before if p != master][:1], "all": before}
    with Watch(served) as watch:
        time.sleep(0.5)
        for process in chosen[who]:
            process.kill()
        wait_for(lambda: len(web(served)) == 3 and not any(p.is_running() for p in chosen[who]))
        time.sleep(3)
    assert watch.longest < {"master": 10, "worker": 10, "all": 40}[who]
    # Nobody of an earlier generation stays.
    if who == "master":
        wait_for(lambda: not any(process.is_running() for process in before))


def test_a_page_behind_a_proxy_counts_the_visitor(tmp_path: Path) -> None:
    app = App(
        tmp_path / "home", {"PUBLIC_URL": "https://memory.example.org", "WEB_CONNECTIONS": "8"}
    )
    app.start()
    head = (
        "POST /accounts/login/ HTTP/1.1\r\nHost: memory.example.org\r\nX-Forwarded-Proto: https\r\n"
        "X-Forwarded-For: {address}\r\nContent-Length: 1000\r\n\r\nlogin="
    )
    try:
        slow = head.format(address="203.0.113.9").encode()
        with connections(app, 12, slow) as several:
            heard = dict.fromkeys(several, b"")

            def refused() -> int:
                for one in several:
                    heard[one] += _now(one)
                return sum(b" 503 " in text for text in heard.values())

            wait_for(lambda: refused() >= 4)
            other = head.format(address="203.0.113.10").encode()
            with connections(app, 4, other) as others:
                time.sleep(0.5)
                assert not any(_now(one) for one in others)
            assert refused() == 4
            assert ask(app)[0] == 200
    finally:
        app.stop()


def _now(one: socket.socket) -> bytes:
    one.setblocking(False)
    try:
        return one.recv(1 << 16)
    except OSError:
        return b""
