# SPDX-License-Identifier: Apache-2.0
"""Everything that can be operated is reached by Tab, and nothing keeps the focus: keyboard.py PROGRAM"""
import sys

import program


class KeyboardTest(program.ProgramTest):
    """What is the same for all programs."""

    def stops(self, window):
        """Where Tab has to lead: one place for what arrow keys go on from."""
        Role, State = self.readers.Role, self.readers.State
        tables, operated = self.readers.TABLES, self.readers.CONTROLS
        found = []

        def look(node):
            role = node.role
            if role in tables or role == Role.PAGE_TAB_LIST:
                found.append(node)
                return
            enabled = node.has(State.ENABLED)
            if role == Role.RADIO_BUTTON and not node.has(State.CHECKED):
                return  # by arrow keys, from the one that is chosen
            if role == Role.LABEL:
                return  # where its text can be selected by the mouse, a click gives it the focus
            if enabled and node.has(State.FOCUSABLE) and role != Role.FILLER:
                found.append(node)
                if role in operated or role == Role.TEXT:
                    return  # what is in it belongs to it
            elif enabled and role in operated and role != Role.PROGRESS_BAR:
                self.fail("no key leads to " + node.trail())
            for child in node.shown_parts():
                look(child)

        look(window)
        return found

    def focus_stops(self, window):
        """The same, from a window that is asked while it changes."""
        return self.reader.wait(lambda: self.stops(window), "what can have the focus")

    def cycle(self, window, key="Tab"):
        """Goes round until every stop was visited and the first one again."""
        wanted = self.focus_stops(window)
        visited, nameless = [], []
        for _ in range(3 * len(wanted) + 20):
            node = self.reader.step(key)
            if node is None:
                continue
            stop = self.stop_of(node, wanted)
            if stop is None:  # it came, or others went, while this went on
                wanted = self.focus_stops(window)
                stop = self.stop_of(node, wanted)
            if stop is None:
                if node.role != self.readers.Role.LABEL or not node.name:
                    nameless.append(node.trail())
                continue
            if visited and stop == visited[0]:
                # What went meanwhile need not be reached any more.
                wanted = self.focus_stops(window)
                if not set(wanted) - set(visited):
                    break
            if stop not in visited:
                visited.append(stop)
        else:
            missed = [node.trail() for node in wanted if node not in visited]
            self.fail(f"{key} never leads to:\n" + "\n".join(missed or ["the first one again"]))
        self.assertEqual([], nameless, "the focus where nothing can be operated")
        return visited

    @staticmethod
    def stop_of(node, wanted):
        """Within a table, its current cell has the focus."""
        while node is not None:
            if node in wanted:
                return node
            node = node.parent
        return None

    def check(self, window):
        before = set(self.focus_stops(window))
        forth = set(self.cycle(window))
        back = set(self.cycle(window, "shift+Tab"))
        # An election that goes on enables and disables its buttons between the two rounds.
        steady = before & set(self.focus_stops(window))
        self.assertEqual(forth & steady, back & steady)

    def check_dialog(self, title, *keys):
        dialog = self.open(title, *keys)
        self.check(dialog)
        self.close(dialog)


class SandboxKeyboardTest(KeyboardTest):
    def test_the_lock_page(self):
        self.reader.press("ctrl+f")
        self.reader.type("name:seoul-settlement")
        self.reader.wait(lambda: self.locks.rows == 1, "the filter to act")
        self.reader.press("Escape", "Home")
        self.reader.wait(self.locks.selected_rows, "a selected lock")
        self.check(self.main)

    def test_pinning(self):
        def said():
            rows = self.locks.selected_rows()
            return self.locks.cells(rows[0])[0].name if len(rows) == 1 else ""

        self.reader.press("ctrl+1", "Home")
        self.reader.wait(said, "a selected lock")
        self.reader.press("ctrl+p")
        self.reader.wait(lambda: "pinned" in said(), "the pin")
        self.reader.press("ctrl+p")
        self.reader.wait(lambda: said() and "pinned" not in said(), "no pin any more")

    def test_the_dialogs(self):
        self.reader.press("ctrl+1")
        self.check_dialog("Release a lock", "Delete")
        self.check_dialog("Acquire a lock", "ctrl+n")
        self.check_dialog("Settings", "ctrl+comma")

    def test_going_anywhere(self):
        State = self.readers.State

        def wait_for(words):
            self.reader.wait(lambda: self.reader.focused_name.startswith(words), words)

        def is_there():
            """Told or not: a row may change before its name is asked for."""
            rows = self.locks.selected_rows()
            return (line.is_gone() and self.locks.has(State.FOCUSED) and len(rows) == 1
                    and "seoul-settlement" in self.locks.cells(rows[0])[0].name)  # fmt: skip

        self.reader.press("ctrl+f", "ctrl+a", "BackSpace", "Escape")
        self.reader.wait(lambda: self.locks.rows > 20, "all locks again")
        self.reader.press("ctrl+k")
        wait_for("What to go to")
        line = self.reader.focused
        # Who types hears what Return leads to, and goes on typing.
        self.reader.type("seoulsett")
        wait_for("Name: seoul-settlement, Lock")
        self.reader.type("l")
        self.reader.press("Return")
        self.reader.wait(is_there, "the row of the lock")
        self.reader.press("ctrl+k")
        wait_for("What to go to")
        self.reader.press("Escape")
        self.reader.wait(is_there, "the row again")

    def test_the_leaders(self):
        Role = self.readers.Role
        leaders = self.show_page("2", Role.TABLE, "Leaders")
        self.reader.wait(lambda: leaders.rows >= 3, "the leaders")
        self.check(self.main)

    def test_the_history(self):
        Role = self.readers.Role
        holds = self.show_page("4", Role.TABLE, "Holds")
        self.reader.wait(lambda: holds.rows >= 3, "what was held")
        self.check(self.main)

    def test_the_owners(self):
        Role = self.readers.Role
        owners = self.show_page("5", Role.TABLE, "Owners")
        self.reader.wait(lambda: owners.rows >= 3, "who holds locks")
        self.check(self.main)
        self.reader.go_to(owners)
        self.reader.press("Return")
        self.reader.find(self.main, Role.PUSH_BUTTON, "Owner: ")
        self.assertLess(self.locks.rows, 20, "the locks of one alone")
        self.reader.press("ctrl+1")
        self.reader.wait(lambda: self.locks.rows > 20, "all locks again")

    def test_a_page_in_a_window_of_its_own(self):
        Role = self.readers.Role
        self.show_page("5", Role.TABLE, "Owners")
        alone = self.open("Owners - Lockmaster", "shift+F11")
        owners = self.reader.find(alone, Role.TABLE, "Owners")
        self.reader.wait(lambda: owners.rows >= 3, "who holds locks")
        self.check(alone)
        self.reader.press("ctrl+w")
        self.reader.wait_gone(alone)
        self.reader.find(self.main, Role.TABLE, "Owners")
        self.reader.press("ctrl+1")

    def test_the_overview(self):
        Role = self.readers.Role
        servers = self.show_page("7", Role.TABLE, "Servers")
        self.reader.wait(lambda: servers.rows >= 2, "the servers")
        self.check(self.main)
        self.reader.press("slash")
        self.reader.type("sbredis")
        self.reader.wait(lambda: servers.rows == 1, "the one that is called so")
        self.reader.press("Return", "Return")
        self.reader.find(self.main, Role.PUSH_BUTTON, "Server: ")
        self.reader.press("ctrl+1")
        self.reader.wait(lambda: self.locks.rows > 20, "all locks again")

    def test_the_lab(self):
        Role = self.readers.Role
        self.show_page("3", Role.PUSH_BUTTON, "Start")
        self.check(self.main)
        self.reader.press("alt+u")
        self.reader.find(self.main, Role.LIST, "Experiments")
        self.check(self.main)

    def test_an_election(self):
        Role, State = self.readers.Role, self.readers.State
        self.reader.press("alt+e")
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Start"))
        self.reader.press("Return")
        kill = self.reader.find(self.main, Role.PUSH_BUTTON, "Kill the leader")
        self.reader.wait(lambda: kill.has(State.ENABLED), "a leader")
        self.check(self.main)
        self.reader.press("ctrl+e")
        self.reader.find(self.main, Role.PUSH_BUTTON, "Start")

    def test_the_strip_of_pins(self):
        button = self.pin_and_look_elsewhere()
        self.check(self.main)
        self.unpin(button)


class ManyServersKeyboardTest(KeyboardTest, program.ManyServersTest):
    def test_finding_a_server(self):
        self.find_server("cache1")
        self.check(self.main)
        self.reader.press("ctrl+shift+f", "Escape")

    def test_the_dialog_of_a_view(self):
        dialog = self.save_view_dialog()
        self.check(dialog)
        self.close(dialog)


if __name__ == "__main__":
    sys.exit(program.run(sys.argv[1], SandboxKeyboardTest, ManyServersKeyboardTest))
