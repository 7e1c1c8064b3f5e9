# SPDX-License-Identifier: Apache-2.0
"""Lockmaster on a stage, as tests want it: pages, dialogs and menus by their keys."""
import os
import sys
import unittest

import stage as stages


class ProgramTest(unittest.TestCase):
    """Runs its tests in the order in which they are written, on one program and one sandbox."""

    stage = None  # one for all: the library finds its bus once
    program_path = ""
    arguments = ("--sandbox",)

    @classmethod
    def setUpClass(cls):
        cls.prepare()
        cls.program = cls.stage.start(cls.program_path, *cls.arguments)
        # Only now: the library looks for its bus when it is loaded.
        import reader as readers

        cls.readers = readers
        cls.addClassCleanup(cls.leave)
        cls.reader = readers.Reader(cls.program)
        cls.addClassCleanup(cls.reader.close)
        cls.main = cls.reader.window("Lockmaster")
        cls.begin()

    @classmethod
    def leave(cls):
        """It ends when it is asked to, and without an error."""
        cls.program.terminate()
        if cls.program.wait(cls.readers.PATIENCE):
            raise AssertionError(f"the program ended with {cls.program.returncode}")

    @classmethod
    def prepare(cls):
        """Before the program starts."""

    @classmethod
    def begin(cls):
        """Once its window is there."""
        cls.locks = cls.reader.find(cls.main, cls.readers.Role.TABLE, "Locks")
        cls.reader.wait(lambda: cls.locks.rows > 20, "the sandbox's locks")

    def run(self, result=None):
        super().run(result)
        if result and (result.failures or result.errors):
            result.stop()  # the next one would begin in the midst of it
        return result

    # What a test does

    def open(self, title, *keys):
        """The window that these keys open, or that is about to open without."""
        if keys:
            self.reader.press(*keys)
        return self.reader.window(title)

    def close(self, window):
        self.reader.press("Escape")
        self.reader.wait_gone(window)

    def popup(self):
        """The menu that is open."""
        return self.reader.wait(self.reader.menu, "a menu")

    def show_page(self, key, role, name):
        """A page, once what stands in it is shown."""
        self.reader.press("ctrl+" + key)
        return self.reader.find(self.main, role, name)

    def pin_and_look_elsewhere(self):
        """A pinned lock that the filter leaves out: the button of the strip that tells of it."""
        Role = self.readers.Role
        self.reader.press("ctrl+1", "ctrl+f", "ctrl+a", "BackSpace", "Escape")
        self.reader.wait(lambda: self.locks.rows > 20, "all locks")
        self.reader.press("Home")
        self.reader.wait(self.locks.selected_rows, "a selected lock")
        self.reader.press("ctrl+p", "ctrl+f")
        self.reader.type("name:nobody-has-this")
        self.reader.wait(lambda: self.locks.rows == 0, "the filter to act")
        return self.reader.find(self.main, Role.PUSH_BUTTON, "Pinned locks")

    def unpin(self, button):
        """By the strip's menu; all locks are shown again."""
        self.reader.go_to(button)
        self.reader.press("space")
        self.popup()
        self.reader.press("Home", "Right")
        self.reader.go_to_name("Unpin")
        self.reader.press("Return")
        self.reader.wait(lambda: button.is_gone() or not button.shown, "the strip to go")
        self.reader.press("ctrl+f", "ctrl+a", "BackSpace", "Escape")
        self.reader.wait(lambda: self.locks.rows > 20, "all locks again")

    def list_below(self, role, name):
        """A list at the foot of the window, to which a key leads from the one before."""
        for _ in range(4):
            found = self.main.find(role, name)
            if found:
                return found
            before = self.reader.focused
            self.reader.press("F6")
            self.reader.wait(lambda: self.reader.focused != before, "the next list")
        return self.reader.find(self.main, role, name)


class ManyServersTest(ProgramTest):
    """More servers than are in sight at once, none of which answers."""

    @classmethod
    def prepare(cls):
        path = os.path.join(cls.stage.directory, "many.toml")
        with open(path, "w", encoding="utf-8") as profile:
            for number in range(12):
                profile.write(f'[[backend]]\nname = "cache-{number:02}"\n'
                              f'url = "redis://127.0.0.1:1/{number}"\nread_only = true\n\n')
        cls.arguments = ("--config", path)

    @classmethod
    def begin(cls):
        """There is no lock to wait for."""

    def find_server(self, letters):
        """The line above the servers, with these letters in it and the focus."""
        Role, State = self.readers.Role, self.readers.State
        line = self.reader.find(self.main, Role.TEXT, "Find a server")
        self.reader.press("ctrl+shift+f")
        self.reader.wait(lambda: line.has(State.FOCUSED), "the line to have the focus")
        self.reader.type(letters)
        self.reader.wait(lambda: line.text == letters, "the letters in the line")
        return line

    def save_view_dialog(self):
        """The dialog that asks for the name of a view."""
        Role = self.readers.Role
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Views"))
        self.reader.press("space")
        self.popup()
        self.reader.go_to_name("Save view as")
        return self.open("Save view", "Return")


def run(program, *cases, screen="1280x800"):
    """Exit status of these test cases: 0 passed, 1 failed, 77 cannot run here."""
    absent = stages.missing()
    if absent:
        print("missing: " + ", ".join(absent))
        return 1 if os.environ.get("CI") else 77
    ProgramTest.program_path = os.path.abspath(program)
    stage = ProgramTest.stage = stages.Stage(screen)
    suite = unittest.TestSuite(
        case(name) for case in cases for name in vars(case) if name.startswith("test_")
    )
    try:
        passed = unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
        if not passed:
            print(stage.log(os.path.basename(program)), file=sys.stderr)
    finally:
        stage.end()
    return 0 if passed else 1
