"""The assistant's two chats: in the terminal and in the browser."""

import base64
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
import websocket

from assistant import Assistant, open_assistant, terminal
from assistant.__main__ import main
from helpers import chat_model, embeddings
from tests import rules
from tests.test_assistant import Model

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser",
                                    "google-chrome"))), None
)  # fmt: skip


def start(folder, *arguments, **options):
    """`python -m assistant` on a data folder, its output read as text."""
    return subprocess.Popen(
        [sys.executable, "-m", "assistant", *arguments],
        cwd=rules.ROOT,
        env={**os.environ, "COURSE_DATA": str(folder), "PYTHONUTF8": "1"},
        encoding="utf-8",
        **options,
    )


# -- the terminal -------------------------------------------------------------


@pytest.fixture
def chat(tmp_path, monkeypatch, capsys):
    """Runs a chat on lines, and returns what it printed."""

    def run(*lines, model=None, user="bob", thread="a"):
        typed = iter(lines)

        def ask(prompt):
            line = next(typed, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(terminal, "ask", ask)
        monkeypatch.setattr(terminal, "use_utf8", lambda: None)
        monkeypatch.setattr(terminal, "folder", lambda: tmp_path)
        made = model or chat_model()
        monkeypatch.setattr(terminal, "chat_model", lambda: made)
        code = main(["--user", user, "--thread", thread])
        said = capsys.readouterr()
        assert (code, said.err) == (0, "")
        return said.out

    return run


def test_a_chat_says_what_it_recalls_and_remembers(chat):
    said = chat("Hi, I'm Bob.", "", "  ", "I live in Oslo.")
    assert "remembered: name: Bob" in said
    assert "remembered: home: Oslo" in said
    said = chat("Where do I live?", "/memories", thread="b")
    assert re.search(r"Oslo.*\n  recalled: home: Oslo \(0\.\d\d\)", said)
    assert "\nhome: Oslo\nname: Bob\n" in said
    assert "Nothing is kept about you." in chat("/memories", user="ann")
    assert "爱好: 打羽毛球" in chat("我的爱好是打羽毛球。", user="小明")


def test_the_history_and_its_summary(chat, tmp_path):
    said = chat("/history", "Hi, I'm Bob.", "/history")
    assert "Nothing has been said in this thread." in said
    assert "bob: Hi, I'm Bob.\nassistant: " in said
    opened = open_assistant(tmp_path, chat_model(), embeddings(), window=60)
    with opened as assistant:
        for _ in range(3):
            assistant.say("bob", "a", "Write a short poem about rain.")
    assert "summary: The user's name is Bob." in chat("/history")


def test_forget_asks_first(chat):
    chat("I live in Oslo.")
    said = chat("/forget", "no", "/memories")
    assert "1 thread and 1 memory of bob will be erased." in said
    assert "Nothing was erased." in said and "home: Oslo" in said
    said = chat("/forget", "yes", "/memories", "/history", "/forget", "yes")
    assert "0 of 2 are left in the files." in said
    assert "Nothing is kept about you." in said
    assert "0 threads and 0 memories of bob" in said


def test_commands(chat):
    said = chat("/help", "/nonsense", "/quit", "never read")
    for command in ("/memories", "/history", "/forget", "/quit"):
        assert command in said
    assert "There is no such command." in said
    assert "never" not in said


def test_an_error_is_one_line_and_the_chat_goes_on(chat):
    model = Model(fail_on=["rain"])
    said = chat("A poem about rain!", "x" * 9000, "I'm Bob.", model=model)
    lines = said.splitlines()
    assert lines[1] == "TimeoutError: the model is overloaded"
    assert lines[2].startswith("This message is too long.")
    assert "Bob" in lines[3]


def test_ctrl_c_stops_an_answer_which_is_given_next_time(chat, monkeypatch):
    def answer(self, state):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Assistant, "answer", answer)
        said = chat("I live in Oslo.", "/memories")
    assert "(stopped)\n" in said and "home: Oslo" in said
    said = chat()
    assert "Your last message has no answer yet." in said
    assert "you live in Oslo." in said
    assert "no answer yet" not in chat()


def test_what_cannot_start_is_one_line(tmp_path, monkeypatch, capsys):
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(terminal, "use_utf8", lambda: None)
    for folder, user in ((file, "bob"), (tmp_path / "new", "a.b")):
        monkeypatch.setattr(terminal, "folder", lambda folder=folder: folder)
        assert main(["--user", user]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert len(said.err.splitlines()) == 1


def test_a_real_process_reads_lines_to_their_end(tmp_path):
    process = start(
        tmp_path, "--user", "小明",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    said, errors = process.communicate(
        "我住在杭州。\n/memories\n", timeout=100
    )
    assert (process.returncode, errors) == (0, "")
    assert "居住地: 杭州" in said.splitlines()


if os.name == "posix":
    import pty

    def test_ctrl_c_ends_the_chat(tmp_path):
        process, ours = in_a_terminal(tmp_path)
        read_to(ours, "me> ")
        os.write(ours, b"I live in Oslo.\r")
        assert "you live in Oslo." in read_to(ours, "me> ")
        # Python misses a key in the moment before it waits for the next one;
        # a person presses it again.
        while process.poll() is None:
            os.write(ours, b"\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=6)
        os.close(ours)
        assert process.returncode == 0

    def in_a_terminal(folder):
        ours, theirs = pty.openpty()
        process = start(
            folder, stdin=theirs, stdout=theirs, stderr=theirs,
            start_new_session=True, preexec_fn=lambda: controls(theirs),
        )  # fmt: skip
        os.close(theirs)
        return process, ours

    def read_to(file, wanted):
        said = b""
        while not said.decode(errors="ignore").endswith(wanted):
            said += os.read(file, 1000)
        return said.decode()

    def controls(terminal_file):
        """Make a pseudo-terminal the one whose keys reach the process."""
        import fcntl
        import termios

        fcntl.ioctl(terminal_file, termios.TIOCSCTTY, 0)


# -- the browser --------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the page; ended with Ctrl-C, which it survives well."""
    process = start(
        tmp_path_factory.mktemp("web"), "web", "--user", "bob",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    if not found:
        process.kill()
        pytest.fail(line + process.communicate()[1])
    yield found[0]
    if os.name == "posix":
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=60)
        assert (process.returncode, said.strip(), errors) == (0, "", "")
    else:
        process.kill()
        process.communicate()


def call(site, name, *data):
    """What an event of the page returns in the end, over Gradio's API."""
    address = f"{site}/gradio_api/call/{name}"
    request = urllib.request.Request(
        address,
        json.dumps({"data": data}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        event = json.load(answer)["event_id"]
    with urllib.request.urlopen(f"{address}/{event}", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    data = [line[6:] for line in lines if line.startswith("data: ")]
    return [json.loads(piece) for piece in data if piece != "null"]


def text_of(message):
    content = message["content"]
    return content if isinstance(content, str) else content[0]["text"]


def test_the_page_over_its_api(site):
    states = call(site, "say", "ann", "a", "I'm Ann and I live in Oslo.")
    box, talk, memory = states[-1]
    assert len(states) > 4  # it was streamed
    assert states[0][0] == ""  # and the box emptied, once
    assert box == {"__type__": "update"}
    assert [m["role"] for m in talk] == ["user", "assistant"]
    assert text_of(talk[0]) == "I&#x27;m Ann and I live in Oslo."
    assert "Ann" in text_of(talk[1])
    assert "<td>home</td><td>Oslo</td>" in memory
    box, talk, memory = call(site, "say", "ann", "b", "Where do I live?")[-1]
    assert "Oslo" in text_of(talk[1])
    assert re.search(r"<td>home</td><td>Oslo \(0\.\d\d\)</td>", memory)
    box, talk, memory = call(site, "say", "zoe", "a", "Where do I live?")[-1]
    assert "Oslo" not in text_of(talk[1]) + memory
    box, talk, memory = call(site, "say", "a.b", "a", "Hello!")[-1]
    assert box == "Hello!" and talk == []  # the text is not lost
    assert "cannot be the name of a user" in memory
    _, talk, memory = call(site, "forget", "ann", "a")[-1]
    assert talk == [] and "Oslo" not in memory


class Browser:
    """A page in headless Chromium, through its DevTools protocol."""

    USER = "#user textarea"
    BOX = 'textarea[placeholder="Write a message"]'

    def __init__(self, socket):
        self.socket, self.ids, self.asked = socket, itertools.count(), []

    def call(self, method, **parameters):
        number = next(self.ids)
        message = {"id": number, "method": method, "params": parameters}
        self.socket.send(json.dumps(message))
        while True:
            said = json.loads(self.socket.recv())
            if said.get("method") == "Network.requestWillBeSent":
                self.asked.append(said["params"]["request"]["url"])
            if said.get("id") == number:
                return said["result"]

    def js(self, code):
        made = self.call(
            "Runtime.evaluate", expression=code, returnByValue=True
        )
        return made["result"].get("value")

    def until(self, code):
        end = time.monotonic() + 60
        while not self.js(code):
            assert time.monotonic() < end, self.js("document.body.innerText")
            time.sleep(0.1)

    def shows(self, text):
        self.until(f"document.body?.innerText.includes({json.dumps(text)})")

    def type(self, selector, text):
        found = f"document.querySelector({json.dumps(selector)})"
        self.until(f"{found} !== null")
        self.js(f"{found}.focus(), {found}.select()")
        self.call("Input.insertText", text=text)
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        self.call("Input.dispatchKeyEvent", type="keyDown", text="\r", **key)
        self.call("Input.dispatchKeyEvent", type="keyUp", **key)

    def click(self, text):
        wanted = json.dumps(text)
        self.until(
            "(() => { const b = [...document.querySelectorAll('button')]"
            f".find(b => b.innerText.trim() === {wanted});"
            " if (b) b.click(); return Boolean(b) })()"
        )

    def picture(self):
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])


@contextmanager
def browser_at(site):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [
                CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-background-networking", "--no-first-run",
                "--disable-sync", "--disable-component-update",
                "--remote-debugging-port=0", "--remote-allow-origins=*",
                f"--user-data-dir={folder}", "--window-size=1200,900",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            port_file = Path(folder) / "DevToolsActivePort"
            end = time.monotonic() + 60
            while not port_file.exists() or "\n" not in port_file.read_text():
                assert time.monotonic() < end, "Chromium does not start"
                time.sleep(0.1)
            port = port_file.read_text().split()[0]
            address = f"http://127.0.0.1:{port}/json/list"
            with urllib.request.urlopen(address) as answer:
                tabs = json.load(answer)
            tab = next(tab for tab in tabs if tab["type"] == "page")
            socket = websocket.create_connection(
                tab["webSocketDebuggerUrl"], timeout=60
            )
            browser = Browser(socket)
            browser.call("Network.enable")
            browser.call("Page.navigate", url=site)
            yield browser
            socket.close()
        finally:
            process.terminate()
            process.wait()


if CHROMIUM:

    def test_the_page_in_a_browser(site):
        with browser_at(site) as browser:
            browser.type(Browser.BOX, "Hi, I'm Bob & I like <b>chess</b>.")
            browser.shows("Hi, I'm Bob & I like <b>chess</b>.")
            browser.shows("Threads\n\nmain")
            browser.type(Browser.BOX, "My home is Oslo.")
            browser.shows("you live in Oslo")
            browser.shows("Learned from the last message\nhome\tOslo")
            browser.type(Browser.USER, "小明")
            browser.shows("Nothing has been said in this thread.")
            browser.type(Browser.BOX, "我的爱好是打羽毛球。")
            browser.shows("记下了")
            browser.until(
                "document.querySelector('.memory').innerText"
                ".includes('打羽毛球')"
            )
            browser.click("Forget me")
            browser.click("Yes, erase all my threads and memories")
            browser.shows("are left in the files.")
            browser.until(
                "!document.querySelector('.memory').innerText"
                ".includes('打羽毛球')"
            )
            assert len(browser.picture()) > 10_000
            outside = [
                url
                for url in browser.asked
                if not url.startswith((site, "data:", "blob:"))
            ]
            assert outside == []


def test_without_gradio_one_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "gradio", None)
    monkeypatch.delitem(sys.modules, "assistant.web", raising=False)
    assert main(["web"]) == 1
    said = capsys.readouterr().err
    assert "pip install gradio" in said and len(said.splitlines()) == 1
