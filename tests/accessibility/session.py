# SPDX-License-Identifier: Apache-2.0
"""An hour with a screen reader, in a minute: session.py PROGRAM

Nothing is looked at and no mouse is used. What the test knows, it was told.
"""
import re
import sys

import program

STATES = ("held", "expired", "free", "vacant", "blocked", "unknown", "gone")
LEADS = ("leads", "vacant", "expired", "unknown", "blocked")
KEPT = "seoul-settlement"  # of the sandbox's locks one that stays as it is for long
STUCK = "lock:schema-migration"  # and one that nobody renews
TAKEN = "reader:was:here"


class SessionTest(program.ProgramTest):
    def cells(self, row=0):
        """What is read of a row, by its headings."""
        said = {}
        for cell in self.locks.cells(row):
            heading, _, text = cell.name.partition(": ")
            said[heading] = text
        return said

    def to_the_filter(self):
        self.reader.press("ctrl+f")
        self.reader.wait(lambda: self.reader.is_focused(self.filter_edit), "the filter's focus")

    def to_the_table(self):
        self.reader.press("Escape")
        self.reader.wait(lambda: self.reader.is_focused(self.locks), "the table's focus")

    def filter(self, text, rows=1):
        self.to_the_filter()
        self.reader.press("BackSpace")  # what was there is selected
        # A blank at its end: nothing is offered to complete it, which Escape would close first.
        self.reader.type(text + " ")
        self.reader.wait(lambda: self.locks.rows == rows, f"{rows} rows for {text}")
        self.to_the_table()
        if rows:
            self.reader.press("Home")
            self.reader.wait(lambda: self.reader.focused_name.startswith("Lock: "), "a cell's focus")

    def row(self, heading, text):
        return self.reader.wait(
            lambda: text in self.cells().get(heading, "") and self.cells(), f"{heading}: {text}"
        )

    def pause(self, pause=True):
        """By the space bar in the table; what is told of it is told by the button's name."""
        button = self.readers.Role.PUSH_BUTTON
        self.to_the_filter()
        self.to_the_table()
        self.reader.press("space")
        self.reader.find(self.main, button, "Paused" if pause else "Live")

    def details(self, *words):
        """The details' text, once these words are in it."""
        def look():
            text = self.details_text.text
            return text if all(word in text for word in words) else None

        return self.reader.wait(look, f"details with {words}")

    @classmethod
    def begin(cls):
        super().begin()
        Role = cls.readers.Role
        cls.filter_edit = cls.reader.find(cls.main, Role.TEXT, "Filter")
        cls.details_text = cls.reader.find(cls.main, Role.TEXT, "Details")

    def test_every_row_tells_its_state_in_words(self):
        headings = ("Lock", "System", "Server", "Owner", "TTL", "Held for", "Waiters", "Changes/min",
                    "State")  # fmt: skip

        self.pause()
        self.assertGreater(self.locks.rows, 20)
        for said in [self.cells(row) for row in range(self.locks.rows)]:
            self.assertEqual(headings, tuple(said))
            self.assertTrue(all(said.values()), said)
            self.assertRegex(said["State"], f"^({'|'.join(STATES)})")
            self.assertNotIn("–", said.values())
        self.pause(False)

    def test_a_selected_lock_is_announced_and_described(self):
        self.filter("name:" + KEPT)
        State = self.readers.State
        focused = self.reader.focused
        self.assertEqual("Lock: " + KEPT, focused.name)
        self.assertTrue(focused.has(State.FOCUSED, State.SELECTED))
        self.assertEqual([0], self.locks.selected_rows())
        text = self.details(KEPT, "seoul-batch-2")
        # Read line by line: a label, then its value; no mark of how it is laid out.
        lines = [line for line in text.split("\n") if line]
        self.assertEqual("held", lines[lines.index("State") + 1])
        self.assertEqual("seoul-batch-2", lines[lines.index("Owner") + 1])
        self.assertIsNone(re.search("[\ufdd0-\ufdef]", text))

    def test_moving_on_is_announced_and_changes_the_details(self):
        self.filter("source:batch_lock", 3)
        seen = []
        for key in ("Home", "Down", "Down"):
            self.reader.press(key)
            self.reader.wait(
                lambda: self.reader.focused_name.startswith("Lock: ")
                and self.reader.focused_name[6:] not in seen, "the next lock"
            )  # fmt: skip
            name = self.reader.focused_name[6:]
            self.assertTrue(self.reader.focused.has(self.readers.State.SELECTED))
            self.details(name, "sandbox.batch_lock")
            self.assertTrue(self.details_text.text.startswith(name), name)
            seen.append(name)
        self.assertEqual(len(set(seen)), 3, seen)

    def test_the_number_of_shown_locks_is_told(self):
        self.filter("source:batch_lock", 3)
        Role = self.readers.Role
        count = self.reader.wait(
            lambda: next((n.name for n in self.main.walk()
                          if n.role == Role.LABEL and re.match("3 of [0-9]+$", n.name)), None),
            "the count beside the filter",
        )  # fmt: skip
        self.assertGreater(int(count.split()[-1]), 20)
        self.to_the_filter()
        self.reader.type("ttl<5q ")
        self.reader.wait(lambda: "duration" in self.filter_edit.description, "what is wrong with it")
        self.reader.press("ctrl+a", "BackSpace")
        self.to_the_table()

    def test_a_release_is_read_and_cancelled(self):
        Role = self.readers.Role
        self.filter("name:" + KEPT)
        dialog = self.open("Release a lock", "Delete")
        self.assertEqual(Role.DIALOG, dialog.role)
        reason = self.reader.find(dialog, Role.TEXT, "Reason")
        # What is typed at once is the reason; Return releases nothing there, and closes nothing.
        self.reader.wait(lambda: self.reader.focused == reason, "the focus on the reason")
        self.reader.press("Return")
        said = self.reader.wait(lambda: self.told(dialog, "UPDATE"), "what would be sent")
        for words in ("Release " + KEPT, "sandbox-mariadb", "seoul-batch-2", "lockctl release"):
            self.assertIn(words, said)
        self.close(dialog)
        self.reader.wait(lambda: self.reader.is_focused(self.locks), "the table's focus again")
        self.row("State", "held")

    def told(self, window, *words):
        """All that is in a window, once these words are."""
        text = "\n".join(node.spoken() for node in window.walk())
        return text if all(word in text for word in words) else None

    def release_is_told_as_done_here(self, lock):
        """And not as if it had gone by itself."""
        events = self.list_below(self.readers.Role.LIST, "Events")
        said = lock + " of ", "released from here", "audit log: "
        self.reader.wait(
            lambda: any(all(word in line.name for word in said) for line in events.children()),
            "the events to say so",
        )

    def test_a_release_by_keyboard(self):
        Role, State = self.readers.Role, self.readers.State
        self.filter("name:" + STUCK)
        dialog = self.open("Release a lock", "Delete")
        release = self.reader.find(dialog, Role.PUSH_BUTTON, "Release")
        self.reader.wait(lambda: release.has(State.ENABLED), "the lock to be looked at")
        self.reader.go_to(release)
        self.reader.press("space")
        self.reader.wait(
            lambda: self.told(dialog, "Released", "Audit log"), "the outcome"
        )
        # Where the outcome is, the focus is on what closes it.
        close = self.reader.find(dialog, Role.PUSH_BUTTON, "Close")
        self.reader.wait(lambda: close.has(State.FOCUSED), "the focus on Close")
        self.close(dialog)
        self.release_is_told_as_done_here(STUCK)

    def test_taking_a_lock_and_letting_go_by_keyboard(self):
        Role = self.readers.Role
        self.filter("name:" + TAKEN, 0)
        dialog = self.open("Acquire a lock", "ctrl+n")
        name = self.reader.find(dialog, Role.TEXT, "Name")
        self.reader.wait(lambda: self.reader.focused == name, "the focus on the name")
        self.reader.press("ctrl+a")
        self.reader.type(TAKEN)
        self.reader.press("Return")
        self.reader.wait_gone(dialog)
        held = self.reader.find(self.main, Role.TABLE, "Held by you")  # it comes to the front
        said = self.reader.wait(
            lambda: self.told(held, TAKEN, "State: held"), "the list of held locks to say so"
        )
        self.assertIn("Lock: " + TAKEN, said)
        self.row("State", "held")
        self.reader.go_to(held)
        self.reader.press("Delete")
        self.reader.wait(lambda: self.told(held, "State: let go"), "that it was let go of")
        self.reader.wait(
            lambda: self.locks.rows == 0 or self.cells().get("State", "gone") != "held",
            "the lock to be free",
        )
        self.release_is_told_as_done_here(TAKEN)

    def test_the_leaders_and_their_lanes_are_told(self):
        Role = self.readers.Role
        leaders = self.show_page("2", Role.TABLE, "Leaders")
        self.reader.wait(lambda: leaders.rows >= 3, "the leaders")
        for row in range(leaders.rows):
            said = [cell.name for cell in leaders.cells(row)]
            self.assertRegex(said[0], "^Service: .")
            self.assertRegex(said[-1], f"^State: ({'|'.join(LEADS)})")
        self.reader.go_to_name("Service: scheduler", "Down")
        lanes = self.reader.find(self.main, Role.CHART, "Who led when")
        self.reader.wait(lambda: "leads" in lanes.description, "who leads")
        self.reader.go_to(lanes)
        # From event to event, told in words: what the colours of the lanes show.
        before = lanes.description
        self.reader.press("comma")
        self.reader.wait(lambda: lanes.description != before, "an earlier event")

    def test_every_finding_of_the_sidebar_is_named_and_counted(self):
        Role = self.readers.Role
        tree = self.reader.find(self.main, Role.TREE, "Views")

        def findings():
            said = [node.name for node in tree.walk()]
            return said[said.index("Findings") + 1 :]

        # They stand at the foot of it, below what a low window shows.
        self.reader.go_to(tree)
        self.reader.press("End")
        # Some of them come and go with the locks that the sandbox takes.
        self.reader.wait(lambda: len(findings()) > 2, "the findings")
        for finding in findings():
            self.assertRegex(finding, "^.+, [0-9]+$")


if __name__ == "__main__":
    sys.exit(program.run(sys.argv[1], SessionTest))
