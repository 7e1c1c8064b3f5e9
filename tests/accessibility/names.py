# SPDX-License-Identifier: Apache-2.0
"""Every control of every page, dialog and menu has a name: names.py PROGRAM"""
import os
import sys

import program


class NamesTest(program.ProgramTest):
    """What is the same for the sandbox and for a profile."""

    def complaints(self, window):
        """What a screen reader could not tell of what is shown, each by its place."""
        Role, State = self.readers.Role, self.readers.State
        found = []

        def look(node, composite):
            role, name = node.role, node.name
            # Passes the focus on to what is within it.
            passes = role == Role.FILLER and any(c.has(State.FOCUSABLE) for c in node.walk_below())
            operated = role in self.readers.CONTROLS or node.has(State.FOCUSABLE)
            if role == Role.COMBO_BOX:
                # Its name is what is chosen; what that is, is told by a label or a description.
                name = node.label or node.description
            # What is to be filled in may be empty; its heading is told with it.
            empty = role == Role.TABLE_CELL and node.has(State.EDITABLE)
            if operated and not name and not composite and not passes and not empty:
                found.append("no name: " + node.trail())
            for text in (node.name, node.description):
                if "<p" in text or "&lt;" in text or "&amp;" in text:
                    found.append(f"markup: {node.trail()}: {text}")
            for child in node.shown_parts():
                look(child, composite or role in self.readers.COMPOSITES)

        look(window, False)
        return found

    def check(self, window):
        def look():
            self.found = self.complaints(window)
            return True

        # Asked again where something went while it was looked at.
        self.reader.wait(look, f"a quiet moment of {window.name}")
        self.assertEqual([], self.found, "\n" + "\n".join(self.found))
        if window != self.main:
            self.check_room(window)

    def check_room(self, window):
        """All of it is on a screen of 1280x720, as 2560x1440 is at 200 %."""
        Role = self.readers.Role
        for node in window.walk():
            if node == window or (node.role == Role.PUSH_BUTTON and not self.is_scrolled(node, window)):
                right, bottom = node.corner
                self.assertLessEqual(right, 1280, node.trail())
                self.assertLessEqual(bottom, 720, node.trail())

    @staticmethod
    def is_scrolled(node, window):
        """Whether it is beyond the end of what it stands in: keys that lead to it scroll there."""
        end, around = node.corner[1], node.parent
        while around and around != window:
            if around.corner[1] < end:
                return True
            around = around.parent
        return False

    def check_dialog(self, title, *keys):
        dialog = self.open(title, *keys)
        self.check(dialog)
        self.close(dialog)

    def check_menu(self, *names):
        """Each entry has a name and can be chosen by arrow keys; ends with the menu closed."""
        State = self.readers.State
        menu = self.popup()
        items = [item for item in menu.children() if item.has(State.ENABLED) and item.name]
        seen = {self.reader.focused}
        for name in names:
            self.assertTrue([i for i in items if i.name.startswith(name)], f"no {name} in a menu")
        for _ in range(2 * len(items)):
            node = self.reader.step("Down")
            if node in items:
                seen.add(node)
        missed = [item.name for item in items if item not in seen]
        self.assertEqual([], missed, "not reached by arrow keys")
        self.check_entries(menu)
        self.reader.press("Escape")
        self.reader.wait(lambda: menu.is_gone(), "the menu to close")

    def check_entries(self, menu):
        Role = self.readers.Role
        for item in menu.children():
            if item.role != Role.SEPARATOR:
                self.assertTrue(item.name, "a menu's entry without a name")


class SandboxNamesTest(NamesTest):
    def test_the_lock_page(self):
        self.check(self.main)
        self.reader.press("ctrl+f")
        self.reader.type("user:42:card")
        self.reader.wait(lambda: self.locks.rows == 1, "the filter to act")
        self.reader.press("Escape", "Home")
        self.reader.wait(self.locks.selected_rows, "a selected lock")
        self.check(self.main)  # now with details

    def test_the_tool_bar_menus(self):
        Role = self.readers.Role
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Columns"))
        self.reader.press("space")
        self.check_menu("Owner", "Sort by", "Reset columns")
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Views"))
        self.reader.press("space")
        self.check_menu("All locks, no view")
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Menu"))
        self.reader.press("space")
        self.check_menu("Settings", "Acquire", "Audit log", "Help", "Quit")
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Live"))
        self.reader.press("Down")
        self.check_menu("Off", "1 s", "As each server's profile says")

    def test_the_menus_of_a_lock_and_of_a_server(self):
        self.reader.press("ctrl+1", "Menu")
        self.check_menu("Release", "Pin", "Acquire this name", "Watch as leader",
                        "Copy as report", "Copy as text")
        Role = self.readers.Role
        sidebar = self.reader.find(self.main, Role.TREE, "Views")
        self.reader.go_to(sidebar)
        self.reader.press("Home")
        self.reader.go_to_name("sandbox-redis")
        self.reader.press("Menu")
        self.check_menu("Test connection")
        self.reader.press("Menu")
        self.popup()
        self.reader.go_to_name("Test connection")
        # Of the server that was chosen, not of one in the middle of the list.
        self.check_dialog("Test of sandbox-redis", "Return")
        self.reader.press("Home")
        self.reader.go_to_name("Locks,")  # of all servers
        self.reader.wait(lambda: self.locks.rows == 1, "the lock again")

    def test_the_dialogs_of_a_lock(self):
        Role = self.readers.Role
        self.reader.press("ctrl+1", "Home")
        self.reader.wait(self.locks.selected_rows, "a selected lock")
        dialog = self.open("Release a lock", "Delete")
        self.reader.find(dialog, Role.PUSH_BUTTON, "Cancel")
        self.check(dialog)
        self.close(dialog)
        self.reader.press("ctrl+f", "ctrl+a", "BackSpace")
        self.reader.wait(lambda: self.locks.rows > 20, "the filter to be gone")
        self.reader.press("Escape", "ctrl+a")
        self.check_dialog("Release", "Delete")
        self.check_dialog("Acquire a lock", "ctrl+n")

    def test_the_other_dialogs(self):
        self.check_dialog("Settings", "ctrl+comma")
        self.check_dialog("Keyboard shortcuts", "ctrl+slash")
        Role = self.readers.Role
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Menu"))
        self.reader.press("space")
        self.popup()
        self.reader.go_to_name("Audit log")
        self.check_dialog("Audit log", "Return")

    def test_going_anywhere(self):
        self.reader.press("ctrl+1", "ctrl+k")
        self.reader.wait(lambda: self.reader.focused_name.startswith("What to go to"), "its line")
        self.check(self.main)
        self.reader.press("Escape")

    def test_the_leaders(self):
        Role = self.readers.Role
        leaders = self.show_page("2", Role.TABLE, "Leaders")
        self.reader.wait(lambda: leaders.rows >= 3, "the leaders")
        self.check(self.main)
        self.reader.press("Menu")
        self.check_menu("Sort by")

    def test_the_history(self):
        Role = self.readers.Role
        holds = self.show_page("4", Role.TABLE, "Holds")
        self.reader.wait(lambda: holds.rows >= 3, "what was held")
        self.check(self.main)
        self.reader.go_to(holds)
        self.reader.press("Menu")
        self.check_menu("Only this lock", "Everything of this owner", "Copy as report",
                        "Save report…", "Sort by")
        pictures = self.reader.find(self.main, Role.PAGE_TAB_LIST, "Over time")
        self.reader.go_to(pictures)
        for _ in range(len(list(pictures.children())) - 1):
            self.reader.press("Right")
            self.check(self.main)
        times = self.reader.find(self.main, Role.FILLER, "When the most wanted")
        self.reader.wait(lambda: "Reading" not in times.description, "when locks were wanted")
        self.reader.go_to(times)
        self.reader.press("Up")
        self.reader.wait(lambda: " – " in times.description, "the newest time of the first lock")
        newest = times.description
        self.reader.press("Home")
        self.reader.wait(lambda: times.description not in ("", newest), "the oldest one")

    def test_the_owners(self):
        Role = self.readers.Role
        owners = self.show_page("5", Role.TABLE, "Owners")
        self.reader.wait(lambda: owners.rows >= 3, "who holds locks")
        self.check(self.main)
        self.reader.press("Menu")
        self.check_menu("Show its locks", "Show what it holds", "Copy its name", "Sort by")

    def test_the_overview(self):
        Role = self.readers.Role
        servers = self.show_page("7", Role.TABLE, "Servers")
        self.reader.wait(lambda: servers.rows >= 2, "the servers")
        self.check(self.main)
        self.reader.press("Menu")
        self.check_menu("Show its locks", "Copy its name", "Sort by")

    def test_the_chains(self):
        Role = self.readers.Role
        self.show_page("6", Role.TREE, "Who waits for whom")
        self.check(self.main)

    def test_every_page_of_the_settings(self):
        Role = self.readers.Role
        settings = self.open("Settings", "ctrl+comma")
        tabs = self.reader.find(settings, Role.PAGE_TAB_LIST)
        self.reader.go_to(tabs)
        for _ in range(len(list(tabs.children())) - 1):
            self.reader.press("Right")
            self.check(settings)
        self.close(settings)

    def test_the_guide_and_who_made_it(self):
        Role = self.readers.Role
        guide = self.open("The guide", "F1")
        self.reader.find(guide, Role.LIST, "Pages of the guide")
        self.check(guide)
        self.close(guide)
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Menu"))
        self.reader.press("space")
        self.popup()
        self.reader.go_to_name("Help", key="Up")
        self.reader.press("Right")
        self.reader.go_to_name("About Lockmaster", key="Up")
        self.check_dialog("About", "Return")

    def test_the_lab(self):
        Role = self.readers.Role
        self.show_page("3", Role.PUSH_BUTTON, "Start")
        more = self.reader.find(self.main, Role.CHECK_BOX, "More")
        self.reader.go_to(more)
        self.reader.press("space")
        self.reader.find(self.main, Role.SPIN_BUTTON, "Candidates")
        self.check(self.main)
        self.reader.press("alt+u")
        self.reader.find(self.main, Role.LIST, "Experiments")
        self.check(self.main)

    def test_an_election(self):
        Role, State = self.readers.Role, self.readers.State
        self.reader.press("alt+e")
        start = self.reader.find(self.main, Role.PUSH_BUTTON, "Start")
        self.reader.go_to(start)
        self.reader.press("Return")
        kill = self.reader.find(self.main, Role.PUSH_BUTTON, "Kill the leader")
        self.reader.wait(lambda: kill.has(State.ENABLED), "a leader")
        self.check(self.main)
        skew = self.reader.find(self.main, Role.PUSH_BUTTON, "Skew clock")
        self.reader.wait(lambda: skew.has(State.ENABLED), "a candidate to be selected")
        self.reader.go_to(skew)
        self.check_dialog("Skew the clock", "space")
        self.reader.press("ctrl+e")
        self.reader.find(self.main, Role.PUSH_BUTTON, "Start")

    def test_a_recorded_election(self):
        """The one that has just ended: kept in a file, and played from it."""
        Role, State = self.readers.Role, self.readers.State
        path = os.path.join(self.stage.directory, "night.lockrun")
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Save run"))
        self.reader.press("space")
        self.name_file("Save the run", path)
        self.reader.wait(lambda: os.path.exists(path), "the run to be saved")
        self.reader.go_to(self.reader.find(self.main, Role.PUSH_BUTTON, "Open run"))
        self.reader.press("space")
        self.name_file("Open a run", path)
        close = self.reader.find(self.main, Role.PUSH_BUTTON, "Close the recording")
        moment = self.reader.find(self.main, Role.SLIDER, "Moment of the recording")
        self.check(self.main)
        play = self.reader.find(self.main, Role.PUSH_BUTTON, "Play")
        self.reader.go_to(play)
        self.reader.press("space")
        self.reader.wait(lambda: play.name == "Pause", "it to play")
        self.reader.press("space")
        self.reader.wait(lambda: play.name == "Play", "it to stand still")
        self.reader.press("Home")
        self.reader.wait(lambda: moment.value == 0, "its begin")
        self.reader.press("period")
        self.reader.wait(lambda: moment.value > 0, "its first event")
        self.reader.wait(lambda: moment.description, "the event to be told")
        self.assertTrue(close.has(State.ENABLED))
        self.reader.press("ctrl+w")
        self.reader.find(self.main, Role.PUSH_BUTTON, "Start")

    def name_file(self, title, path):
        """In the dialog that asks for a file; its list is the toolkit's own, and not looked at."""
        dialog = self.reader.window(title)
        self.reader.type(path)
        # The first may only take what the list of fitting names offers.
        for _ in range(30):
            self.reader.press("Return")
            try:
                self.reader.wait(dialog.is_gone, "the dialog to close", patience=2)
                break
            except AssertionError:
                continue
        self.reader.wait_gone(dialog)

    def test_the_strip_of_pins(self):
        button = self.pin_and_look_elsewhere()
        self.check(self.main)
        self.reader.go_to(button)
        self.reader.press("space")
        self.check_menu("Only the names that are pinned")
        self.unpin(button)


PROFILE = """
[[backend]]
name = "first"
url = "redis://127.0.0.1:1/0"
environment = "production"
read_only = true

[[backend]]
name = "second"
url = "mysql://127.0.0.1:1/app"
read_only = true

[[backend.table]]
preset = "leader"

[[alert]]
name = "backend-lost"
for = "1s"
"""


class ProfileNamesTest(NamesTest):
    """Servers of one's own, none of which answers: what the sandbox has not."""

    @classmethod
    def prepare(cls):
        path = os.path.join(cls.stage.directory, "profile.toml")
        with open(path, "w", encoding="utf-8") as profile:
            profile.write(PROFILE)
        cls.arguments = ("--config", path)

    @classmethod
    def begin(cls):
        """There is no lock to wait for."""

    def server_menu(self, name, entry):
        Role = self.readers.Role
        self.reader.go_to(self.reader.find(self.main, Role.TREE, "Views"))
        self.reader.press("Home")
        self.reader.wait(lambda: not self.reader.focused_name.startswith(name), "the first entry")
        self.reader.go_to_name(name)
        self.reader.press("Menu")
        self.popup()
        self.reader.go_to_name(entry)
        self.reader.press("Return")

    def test_servers_that_do_not_answer(self):
        Role = self.readers.Role
        said = self.reader.wait(
            lambda: next((n.name for n in self.reader.find(self.main, Role.TREE).walk()
                          if n.name.startswith("first") and "offline" in n.name), None),
            "the sidebar to say that a server is offline",
        )  # fmt: skip
        for word in ("production", "read-only"):  # shown by a badge and a sign
            self.assertIn(word, said)
        self.check(self.main)

    def test_the_alerts_of_servers_that_do_not_answer(self):
        Role = self.readers.Role
        self.reader.wait(lambda: any("backend-lost" in node.name for node in self.main.walk()),
                         "what is wrong to be told")
        alerts = self.list_below(Role.TABLE, "Alerts")
        # One of them is in production: each stands alone, without a heading.
        self.reader.wait(lambda: alerts.rows == 2, "an alert of each")
        self.check(self.main)
        for cell in alerts.cells(0):
            self.assertRegex(cell.name, "^[^:]+: .")  # its heading is hidden, and told
        self.reader.go_to(alerts)
        self.reader.press("Home", "Menu")
        self.check_menu("Acknowledge", "Snooze 1 h", "Snooze 8 h", "Acknowledge all of this kind")
        for key, words in (("s", "snoozed until"), ("a", "acknowledged")):
            self.reader.press(key)
            self.reader.wait(
                lambda words=words: any(words in cell.name for row in range(alerts.rows)
                                        for cell in alerts.cells(row)), words
            )  # fmt: skip
        self.check(self.main)

    def test_the_dialogs_of_a_server(self):
        for entry, title in (("Test connection", "Test of first"), ("Allow writes", "Allow writes"),
                             ("Edit first", "Edit first"), ("Remove first", "Remove a server")):
            self.server_menu("first", entry)
            self.check_dialog(title)

    def test_every_page_of_the_profile_editor(self):
        Role = self.readers.Role
        settings = self.open("Settings", "ctrl+comma")
        self.check(settings)
        self.reader.press("alt+a")
        editor = self.reader.window("Add a server")
        self.check(editor)
        for title, control, name in (
            ("Security", Role.SPIN_BUTTON, "Look every"),
            ("What to watch", Role.TABLE, "Tables to watch"),
        ):
            self.reader.go_to(self.reader.find(editor, Role.PAGE_TAB_LIST))
            self.reader.press("Right")
            self.reader.find(editor, Role.PAGE_TAB_LIST, title)
            self.reader.find(editor, control, name)
            if name == "Tables to watch":
                self.reader.press("alt+e")
                table = self.reader.find(editor, control, name)
                self.reader.wait(lambda: table.rows == 1, "a row for a leader table")
            self.check(editor)
        self.close(editor)
        self.close(settings)


class ManyServersNamesTest(NamesTest, program.ManyServersTest):
    def test_finding_a_server(self):
        self.find_server("cache1")
        self.check(self.main)
        self.reader.press("Return")
        self.reader.wait(lambda: self.reader.focused_name.startswith("cache-1"), "what fits best")
        self.reader.press("Escape")

    def test_the_dialogs_of_a_view(self):
        dialog = self.save_view_dialog()
        self.check(dialog)
        self.reader.type("what the night shift needs")
        self.reader.press("Return")
        self.reader.wait_gone(dialog)
        self.reader.press("ctrl+k")
        self.reader.wait(lambda: self.reader.focused_name.startswith("What to go to"), "its line")
        self.reader.type("rename the view")
        self.reader.wait(lambda: self.reader.focused_name.startswith("Name: Rename the view"),
                         "what is typed to be found")
        self.check_dialog("Rename view", "Return")


if __name__ == "__main__":
    cases = (SandboxNamesTest, ProfileNamesTest, ManyServersNamesTest)
    sys.exit(program.run(sys.argv[1], *cases, screen="1280x720"))
