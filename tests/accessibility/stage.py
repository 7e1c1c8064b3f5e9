# SPDX-License-Identifier: Apache-2.0
"""A desktop of its own for one test: screen, window manager, session bus and accessibility bus.

Nothing of the machine's own desktop is used or needed: no system bus, no home, no settings.
"""
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Programs by their Debian packages.
NEEDED = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "dbus-daemon": "dbus-daemon",
}
A11Y_SERVICE = "/usr/share/dbus-1/services/org.a11y.Bus.service"

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LIBC = ctypes.CDLL(None)

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={directory}/bus</listen>
  <servicedir>{directory}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
# No key is the window manager's: all of them are Lockmaster's.
OPENBOX = """<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><focusLast>yes</focusLast></focus>
</openbox_config>
"""


def missing():
    """What has to be installed before this can run, as a list of Debian packages."""
    packages = [package for name, package in NEEDED.items() if not shutil.which(name)]
    if not os.path.exists(A11Y_SERVICE):
        packages.append("at-spi2-core")
    try:
        import gi

        gi.require_version("Atspi", "2.0")
    except ImportError:
        packages.append("python3-gi")
    except ValueError:
        packages.append("gir1.2-atspi-2.0")
    return packages


def _dies_with_us():
    os.setpgid(0, 0)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _descendants():
    """Process ids below this one, by their parents' ids in /proc."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as stat:
                    fields = stat.read().rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(entry))
    found, todo = [], [os.getpid()]
    while todo:
        for child in children.get(todo.pop(), []):
            found.append(child)
            todo.append(child)
    return found


class Stage:
    """Starts everything but the program; what it started has ended when `end` returns."""

    def __init__(self, screen="1280x800"):
        # What a child leaves behind becomes ours, and can be ended by us.
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.directory = tempfile.mkdtemp(prefix="lockmaster-a11y-")
        self.programs = []
        self.environment = self._environment()
        os.environ.clear()
        os.environ.update(self.environment)
        self._start_screen(screen)
        self._start_bus()
        self._start_window_manager()

    def _environment(self):
        """Only what a program needs, and of the machine's own nothing that could be changed."""
        kept = ("PATH", "LC_ALL", "LANG", "CI", "QT_SCALE_FACTOR", "LD_LIBRARY_PATH")
        kept += ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        home = os.path.join(self.directory, "home")
        for name in ("home", "config", "state", "cache", "data", "run", "tmp", "services"):
            os.mkdir(os.path.join(self.directory, name), 0o700)
        environment.update(
            HOME=home,
            TMPDIR=os.path.join(self.directory, "tmp"),
            XDG_RUNTIME_DIR=os.path.join(self.directory, "run"),
            XDG_CONFIG_HOME=os.path.join(self.directory, "config"),
            XDG_STATE_HOME=os.path.join(self.directory, "state"),
            XDG_CACHE_HOME=os.path.join(self.directory, "cache"),
            XDG_DATA_HOME=os.path.join(self.directory, "data"),
            DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.directory}/bus",
            GSETTINGS_BACKEND="memory",
            QT_QPA_PLATFORM="xcb",
            QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1",
        )
        return environment

    def _write(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def start(self, *command, **options):
        """A program that ends with us; what it writes is kept in a file of its name."""
        name = os.path.basename(command[0])
        with open(os.path.join(self.directory, name + ".log"), "ab") as log:
            options.setdefault("stdout", log)
            program = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stderr=log, preexec_fn=_dies_with_us, **options
            )
        self.programs.append(program)
        return program

    def _start_screen(self, screen):
        reading, writing = os.pipe()
        self.start(
            "Xvfb", "-displayfd", str(writing), "-screen", "0", screen + "x24", "-nolisten", "tcp",
            "-noreset", pass_fds=[writing],
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start: " + self.log("Xvfb"))
        os.environ["DISPLAY"] = self.environment["DISPLAY"] = ":" + number

    def _start_window_manager(self):
        """It is there before any window is: one that was first may never get the keys."""
        config = self._write("openbox.xml", OPENBOX)
        manager = self.start("openbox", "--sm-disable", "--config-file", config)
        asks = ("xdotool", "get_desktop")  # which no screen without a manager can tell
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        while subprocess.run(asks, check=False, **quiet).returncode:
            if manager.poll() is not None:
                raise RuntimeError("openbox did not start: " + self.log("openbox"))
            time.sleep(0.05)

    def _start_bus(self):
        # As Debian installs it, but not through a service manager that may not be there.
        with open(A11Y_SERVICE, encoding="utf-8") as service:
            lines = [line for line in service if not line.startswith("SystemdService")]
        self._write("services/org.a11y.Bus.service", "".join(lines))
        config = self._write("bus.xml", BUS.format(directory=self.directory))
        bus = self.start("dbus-daemon", "--config-file=" + config, "--nofork")
        while not os.path.exists(os.path.join(self.directory, "bus")):
            if bus.poll() is not None:
                raise RuntimeError("dbus-daemon did not start: " + self.log("dbus-daemon"))
            time.sleep(0.01)

    def log(self, program):
        """The end of what a program wrote."""
        try:
            path = os.path.join(self.directory, program + ".log")
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()[-4000:]
        except OSError:
            return ""

    def end(self):
        """Ends what still runs, the last first, and removes every file."""
        for program in reversed(self.programs):
            if program.poll() is None:
                program.terminate()
        deadline = time.monotonic() + 10
        while _descendants() and time.monotonic() < deadline:
            try:
                os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            time.sleep(0.02)
        for process in _descendants():
            print("still there, killed:", process, file=sys.stderr)
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.directory, ignore_errors=True)
