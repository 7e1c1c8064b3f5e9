# SPDX-License-Identifier: Apache-2.0
"""What people come for, done as they do it, by keys alone: tasks.py PROGRAM [PICTURES]

Prints what was pressed and when. With a directory, a picture after each act is left there.
"""
import glob
import json
import os
import re
import socket
import subprocess
import sys
import time

import program

SERVERS = 100
LOCKS_EACH = 50
WHERE = 57  # the server that has the lock of the night


def free_port():
    """One below those that the system gives to whoever connects."""
    for port in range(21000, 32000, 7):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise RuntimeError("no port is free")


class Redis:
    """A server of our own, with a database for each that a profile names."""

    def __init__(self, stage):
        self.port = free_port()
        stage.start(
            "redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
            "--dir", stage.directory, "--databases", str(SERVERS),
        )  # fmt: skip
        begun = time.monotonic()
        while "PONG" not in self.ask("PING\n"):
            if time.monotonic() > begun + 60:
                raise RuntimeError("redis-server did not start: " + stage.log("redis-server"))
            time.sleep(0.05)

    def url(self, number=0):
        return f"redis://127.0.0.1:{self.port}/{number}"

    def ask(self, commands):
        asked = subprocess.run(
            ("redis-cli", "-p", str(self.port)), input=commands, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        return asked.stdout

    def fill(self):
        """Locks with a token each, and one `order:42` among many whose names begin or end so."""
        lines = []
        for server in range(SERVERS):
            lines.append(f"SELECT {server}")
            for number in range(LOCKS_EACH):
                name = f"order:{420 + number}{server:02}" if number % 2 else f"cart:{number}:order:42"
                token = f"{server:08x}-0000-4000-8000-{number:012x}"
                lines.append(f"SET {name} {token} NX PX 3600000")
        lines += [f"SELECT {WHERE}", "SET order:42 0badcafe-0000-4000-8000-00000000002a NX PX 9000000"]
        self.ask("\n".join(lines) + "\n")


class TaskTest(program.ProgramTest):
    """Counts and times what is done."""

    pictures = None

    def setUp(self):
        self.acts = []
        self.begun = time.monotonic()

    def act(self, what, *keys, text=None):
        """One of those that are counted: a key, or something typed."""
        if text is None:
            self.reader.press(*keys)
        else:
            self.reader.type(text)
        self.acts.append((time.monotonic() - self.begun, what))

    def seen(self, what):
        """What somebody waits for has come; no act."""
        print(f"  {time.monotonic() - self.begun:6.2f} s         {what}", file=sys.stderr)
        if self.pictures:
            name = f"{type(self).__name__}-{len(self.acts):02}.png"
            path = os.path.join(self.pictures, name)
            subprocess.run(("import", "-window", "root", path), check=True, timeout=60)

    def tearDown(self):
        for at, what in self.acts:
            print(f"  {at:6.2f} s  act    {what}", file=sys.stderr)

    def told(self, window, *words):
        text = "\n".join(node.spoken() for node in window.walk())
        return text if all(word in text for word in words) else None


class NightTest(TaskTest):
    """A lock of production is found among thousands, judged and let go of."""

    @classmethod
    def prepare(cls):
        cls.redis = Redis(cls.stage)
        cls.redis.fill()
        path = os.path.join(cls.stage.directory, "night.toml")
        with open(path, "w", encoding="utf-8") as profile:
            for number in range(SERVERS):
                profile.write(
                    f'[[backend]]\nname = "shop-{number:02}"\nurl = "{cls.redis.url(number)}"\n'
                    f'environment = "production"\nread_only = true\n'
                    f'match = ["order:*", "cart:*"]\n\n'
                )
        cls.arguments = ("--config", path)

    @classmethod
    def begin(cls):
        Role = cls.readers.Role
        cls.locks = cls.reader.find(cls.main, Role.TABLE, "Locks")
        cls.reader.wait(
            lambda: cls.locks.rows >= SERVERS * LOCKS_EACH + 1, "the locks of all servers"
        )

    def audited(self):
        """What the audit log says was done, line by line."""
        logs = glob.glob(os.path.join(self.stage.directory, "state", "lockmaster", "audit", "*.jsonl"))
        with open(logs[0], encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def test_the_night(self):
        Role, State = self.readers.Role, self.readers.State
        self.seen(f"{self.locks.rows} locks on {SERVERS} servers")
        self.act("to the filter", "ctrl+f")
        self.act("the name", text="order:42")
        self.act("to the first hit", "Return")
        self.reader.wait(self.locks.selected_rows, "the hit")
        self.reader.wait(lambda: self.reader.is_focused(self.locks), "the rows to have the keys")
        self.seen("the first hit is selected")
        self.act("release", "Delete")
        dialog = self.reader.window("Release a lock")
        reason = self.reader.find(dialog, Role.TEXT, "Reason")
        self.reader.wait(lambda: self.reader.focused == reason, "the focus on the reason")
        said = self.reader.wait(lambda: self.told(dialog, "order:42", f"shop-{WHERE}"), "its lock")
        self.assertIn("production", said)
        self.seen("what the dialog says of it")
        self.act("why", text="stuck since the deploy, INC-4711")
        self.act("to the next field", "Return")
        name = self.reader.find(dialog, Role.TEXT, "Type the lock's name")
        self.reader.wait(lambda: self.reader.is_focused(name), "the focus on the name")
        self.act("its name", text="order:42")
        release = self.reader.find(dialog, Role.PUSH_BUTTON, "Release")
        self.reader.wait(lambda: release.has(State.ENABLED), "nothing to be missing")
        self.seen("all that is asked for is there")
        self.act("let go", "ctrl+Return")
        self.reader.wait(lambda: self.told(dialog, "Released", "Audit log"), "the outcome")
        self.seen("Released")
        self.assertLessEqual(len(self.acts), 8)
        self.assertEqual("0", self.redis.ask(f"SELECT {WHERE}\nEXISTS order:42\n").split()[-1])
        outcomes = [line["outcome"] for line in self.audited() if line["phase"] == "outcome"]
        self.assertEqual("released", outcomes[-1])
        self.close(dialog)


class NewcomerTest(TaskTest):
    """Nothing is set up; a server's address is in the clipboard of the head."""

    arguments = ()

    @classmethod
    def prepare(cls):
        cls.redis = Redis(cls.stage)
        cls.redis.ask("SET lock:invoice:7 6f1c2b9a-51c4-4a8e-9a7e-3f1f0f5b7a10 NX PX 600000\n")

    @classmethod
    def begin(cls):
        """There is no lock to wait for."""

    def test_the_first_server(self):
        Role, State = self.readers.Role, self.readers.State
        add = self.reader.find(self.main, Role.PUSH_BUTTON, "Add a server")
        self.seen("the first page")
        self.reader.go_to(add)
        self.act("add a server", "space")
        dialog = self.reader.window("Add a server")
        self.act("its address", text=self.redis.url())
        self.act("read it", "Return")
        ok = self.reader.find(dialog, Role.PUSH_BUTTON, "OK")
        self.reader.wait(lambda: ok.has(State.ENABLED), "enough to be known")
        self.seen("what follows from the address")
        self.act("take it", "Return")
        self.reader.wait_gone(dialog)
        locks = self.reader.find(self.main, Role.TABLE, "Locks")
        self.reader.wait(lambda: locks.rows == 1, "its lock")
        self.seen("the first lock of one's own")


class PresenterTest(TaskTest):
    """A failover for a room: on a projector of 1280x720, with text at 150 %."""

    def test_a_failover(self):
        Role, State = self.readers.Role, self.readers.State
        self.act("the whole screen", "F11")
        for _ in range(3):  # 150 %
            self.act("larger text", "ctrl+plus")
        self.act("the lab", "ctrl+3")
        start = self.reader.find(self.main, Role.PUSH_BUTTON, "Start")
        self.seen("the lab")
        self.reader.go_to(start)
        self.act("begin", "Return")
        kill = self.reader.find(self.main, Role.PUSH_BUTTON, "Kill the leader")
        self.reader.wait(lambda: kill.has(State.ENABLED), "a leader")
        lanes = self.reader.find(self.main, Role.CHART, "Who led when")
        leader = self.reader.wait(
            lambda: lanes.description if "leads now" in lanes.description else None, "who leads"
        )
        self.seen(leader)
        self.act("kill it", "k")
        said = self.reader.wait(
            lambda: lanes.description if "killed" in lanes.description else None, "its end"
        )
        self.seen(said)
        self.reader.wait(
            lambda: re.match(r"pod-\d+ leads now", lanes.description)
            and lanes.description.split()[0] != leader.split()[0],
            "another one to lead",
        )
        self.seen(lanes.description)
        for node in (kill, lanes):
            right, bottom = node.corner
            self.assertLessEqual(right, 1280, node.trail())
            self.assertLessEqual(bottom, 720, node.trail())
        self.act("end it", "ctrl+e")
        self.reader.find(self.main, Role.PUSH_BUTTON, "Start")


if __name__ == "__main__":
    TaskTest.pictures = sys.argv[2] if len(sys.argv) > 2 else None
    sys.exit(program.run(sys.argv[1], NewcomerTest, NightTest, PresenterTest, screen="1280x720"))
