# SPDX-License-Identifier: Apache-2.0
"""What a screen reader has: the tree of accessible objects, their events, and a keyboard.

Import it only on a `Stage`: the library looks for its bus when it is loaded.
"""
import os
import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

Role = Atspi.Role
State = Atspi.StateType

# A machine may be busy; whoever waits longer than this waits for something that does not come.
PATIENCE = float(os.environ.get("LOCKMASTER_TEST_PATIENCE", "60"))

TREES = {Role.TREE, Role.TREE_TABLE}
TABLES = TREES | {Role.TABLE, Role.LIST, Role.LIST_BOX}
# What can be operated, whether it says that it can have the focus or not.
CONTROLS = TABLES | {
    Role.PUSH_BUTTON, Role.TOGGLE_BUTTON, Role.CHECK_BOX, Role.RADIO_BUTTON, Role.COMBO_BOX,
    Role.ENTRY, Role.PASSWORD_TEXT, Role.SPIN_BUTTON, Role.SLIDER, Role.DIAL, Role.PAGE_TAB,
    Role.PAGE_TAB_LIST, Role.MENU_ITEM, Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM, Role.LINK,
    Role.CHART, Role.PROGRESS_BAR,
}  # fmt: skip
WINDOWS = {Role.FRAME, Role.DIALOG, Role.ALERT, Role.WINDOW, Role.POPUP_MENU, Role.MENU}
FOCUSED = "object:state-changed:focused"
HEARD = (FOCUSED, "object:state-changed:selected", "object:selection-changed",
         "object:active-descendant-changed", "object:text-changed", "object:property-change")  # fmt: skip
# Parts of a control, which are told by its name.
COMPOSITES = {Role.COMBO_BOX, Role.SPIN_BUTTON}


class Node:
    """An accessible object, asked anew each time: nothing is remembered here or in the library."""

    def __init__(self, accessible):
        self.accessible = accessible
        self.path = accessible.path

    def __eq__(self, other):
        return isinstance(other, Node) and self.path == other.path

    def __hash__(self):
        return hash(self.path)

    @property
    def name(self):
        return (self.accessible.get_name() or "").strip()

    @property
    def description(self):
        return (self.accessible.get_description() or "").strip()

    @property
    def role(self):
        return self.accessible.get_role()

    @property
    def label(self):
        """What the label beside it says, if that tells that it is its label."""
        for relation in self.accessible.get_relation_set():
            if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
                return " ".join(
                    Node(relation.get_target(i)).name for i in range(relation.get_n_targets())
                )
        return ""

    @property
    def parent(self):
        parent = self.accessible.get_parent()
        return Node(parent) if parent else None

    def has(self, *states):
        found = self.accessible.get_state_set()
        return all(found.contains(state) for state in states)

    @property
    def shown(self):
        return self.has(State.VISIBLE, State.SHOWING)

    def is_gone(self):
        try:
            return not self.shown
        except GLib.Error:
            return True

    def children(self):
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None:
                yield Node(child)

    def parts(self):
        """Its children; of tables only the headings and the first rows, each after the next."""
        if self.role not in TABLES:
            yield from self.children()
            return
        for row in range(min(self.rows, 60 if self.role in TREES else 3)):
            yield from self.cells(row)

    def shown_parts(self):
        """Those that are shown; windows of their own are not among them."""
        for part in self.parts():
            try:
                if part.role not in WINDOWS and part.shown:
                    yield part
            except GLib.Error:
                pass  # gone meanwhile

    def walk(self):
        """All that is shown at or below this one."""
        yield self
        yield from self.walk_below()

    def walk_below(self):
        for part in self.shown_parts():
            yield from part.walk()

    def find(self, role, name=None):
        """The first that is shown, of that role, and whose name is or begins so."""
        for node in self.walk():
            try:
                if node.role == role and (name is None or node.name.startswith(name)):
                    return node
            except GLib.Error:
                pass
        return None

    def trail(self):
        """Where it is, from the window on, in words."""
        words, node = [], self
        while node and node.role != Role.APPLICATION:
            words.insert(0, f"{node.accessible.get_role_name()} '{node.name}'")
            node = node.parent
        return " > ".join(words)

    # What some kinds can

    @property
    def text(self):
        text = self.accessible.get_text_iface()
        return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) if text else ""

    @property
    def value(self):
        value = self.accessible.get_value_iface()
        return Atspi.Value.get_current_value(value) if value else None

    @property
    def rows(self):
        table = self.accessible.get_table_iface()
        return Atspi.Table.get_n_rows(table) if table else self.accessible.get_child_count()

    @property
    def corner(self):
        """Where it ends on the screen, to the right and below."""
        component = self.accessible.get_component_iface()
        extents = Atspi.Component.get_extents(component, Atspi.CoordType.SCREEN)
        return extents.x + extents.width, extents.y + extents.height

    def cells(self, row):
        table = self.accessible.get_table_iface()
        if not table:
            child = self.accessible.get_child_at_index(row)
            return [Node(child)] if child else []
        cells = []
        for column in range(Atspi.Table.get_n_columns(table)):
            cell = Atspi.Table.get_accessible_at(table, row, column)
            if cell is not None:
                cells.append(Node(cell))
        return cells

    def selected_rows(self):
        table = self.accessible.get_table_iface()
        return list(Atspi.Table.get_selected_rows(table)) if table else []

    def spoken(self):
        """All that would be read of it."""
        return " ".join(filter(None, (self.name, self.description, self.text)))


class Reader:
    """Listens to the program, waits for what it says, and presses its keys."""

    def __init__(self, program):
        self.program = program  # a process
        self.focused = None  # the node that got the focus last
        self.focused_name = ""  # and its name then
        self._around_focus = []  # itself and its parent
        self.events = []  # (type, node, detail), the newest last
        Atspi.init()
        Atspi.set_timeout(20_000, 60_000)
        self._listener = Atspi.EventListener.new(self._hear)
        for kind in HEARD:
            self._listener.register(kind)
        self.application = self.wait(self._find_application, "the program on the bus")
        self.application.set_cache_mask(Atspi.Cache.NONE)

    def close(self):
        for kind in HEARD:
            self._listener.deregister(kind)

    def _find_application(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child and child.get_process_id() == self.program.pid:
                return child
        return None

    def _hear(self, event):
        if event.source is None:
            return
        node = Node(event.source)
        if event.type == FOCUSED:
            if not event.detail1:
                return
            try:
                # At once: a cell may be gone before anybody asks. One that is gone already was told
                # of after its table, which has the focus.
                name, around = node.name, [node, node.parent]
            except GLib.Error:
                return
            self.focused, self.focused_name, self._around_focus = node, name, around
        self.events.append((event.type, node, event.any_data))

    # Waiting

    def listen(self):
        """Takes in what has been said meanwhile."""
        context = GLib.MainContext.default()
        while context.iteration(False):
            pass

    def wait(self, condition, what, patience=None):
        """What `condition` gives once that is something; fails after a long while.

        While things come and go, questions about them fail: that is no answer yet.
        """
        deadline = time.monotonic() + (patience or PATIENCE)
        trouble = ""
        while time.monotonic() < deadline:
            self.listen()
            try:
                found = condition()
                if found:
                    return found
            except GLib.Error as error:
                trouble = f" ({error.message})"
            if self.program.poll() is not None:
                raise AssertionError(f"the program ended with {self.program.returncode}")
            time.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}{trouble}")

    def heard(self, kind, since=0):
        return [node for event, node, _ in self.events[since:] if event.startswith(kind)]

    # The tree

    def windows(self):
        """All top-level windows that are shown."""
        found = []
        for index in range(self.application.get_child_count()):
            child = self.application.get_child_at_index(index)
            if child is not None and Node(child).shown:
                found.append(Node(child))
        return found

    def menu(self):
        """The menu that is open: no child of the program, but its entries get the focus."""
        self.step("Down", 5)
        menu = self.focused.parent if self.focused else None
        return menu if menu and menu.role in (Role.POPUP_MENU, Role.MENU) else None

    def window(self, name):
        """The window of that title, once keys go there."""
        def look():
            for window in self.windows():
                if window.name.startswith(name) and window.has(State.ACTIVE):
                    return window
            return None

        return self.wait(look, f"the window '{name}'")

    def wait_gone(self, window):
        """Until it is closed, and keys go to another one."""
        def look():
            windows = self.windows()
            return window not in windows and any(w.has(State.ACTIVE) for w in windows)

        self.wait(look, "a window to close")

    def find(self, within, role, name=None):
        what = f"a {role.value_nick} '{name or ''}' in {within.name}"
        return self.wait(lambda: within.find(role, name), what)

    # Keys

    def press(self, *keys):
        self._send("key", "--clearmodifiers", *keys)

    def type(self, text):
        self._send("type", "--clearmodifiers", "--delay", "1", "--", text)

    @staticmethod
    def _send(*arguments):
        subprocess.run(("xdotool", *arguments), check=True, timeout=60)

    def is_focused(self, node):
        """Whether the focus is on it, or on a part of it such as a cell."""
        return node in self._around_focus or node.has(State.FOCUSED)

    def step(self, key, patience=1):
        """Presses a key that moves the focus; the node that has it then, if another one has."""
        before = len(self.events)
        self.press(key)
        try:
            self.wait(lambda: self.heard(FOCUSED, before), "the focus", patience)
        except AssertionError:
            return None  # within one object, from link to link; or a slow machine: the next one
        return self.focused

    def go_to(self, node, key="Tab", most=80):
        """Goes there as somebody without a mouse does."""
        for _ in range(most):
            if self.is_focused(node):
                return
            self.step(key)
        raise AssertionError(f"{key} does not lead to {node.trail()}")

    def go_to_name(self, name, key="Down", most=40):
        """Goes on until that has the focus whose name begins so: a menu's item, a row."""
        for _ in range(most):
            if self.focused_name.startswith(name):
                return
            self.step(key)
        raise AssertionError(f"{key} does not lead to '{name}'")
