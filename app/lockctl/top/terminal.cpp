// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/terminal.h"

#include <QSocketNotifier>
#include <QTimer>

#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

// Its macros have the names of half of everything: nothing is included behind it.
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

namespace lockmaster {

namespace {

/** Of which nothing is expected but an end: the last two are asked for a second time. */
constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL, SIGABRT,
                                SIGQUIT, SIGHUP, SIGTERM, SIGINT};
constexpr char pastesAreMarked[] = "\033[?2004h";
constexpr char pastesAreNot[] = "\033[?2004l";
constexpr int pasteBegins = KEY_MAX + 1;
constexpr int pasteEnds = KEY_MAX + 2;

termios asItWas = {};
int wakeUpEnd = -1;
int errorsBefore = -1; ///< standard error, where that is the same terminal
int errorsMeanwhile = -1;
volatile std::sig_atomic_t isTaken = 0; ///< what is on the terminal is ours

/** Of the main thread: where its stack is used up, a handler has none but this. */
alignas(std::max_align_t) std::array<char, 65'536> handlersStack;

void writeAll(int to, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = ::write(to, bytes, count);
        if (written <= 0)
            return;
        bytes += written;
        count -= size_t(written);
    }
}

/** What was said meanwhile. Safe in a signal's handler. */
void tellErrors()
{
    if (errorsMeanwhile < 0 || errorsBefore < 0)
        return;
    char text[4096];
    off_t at = 0;
    for (;;) {
        const ssize_t count = ::pread(errorsMeanwhile, text, sizeof text, at);
        if (count <= 0)
            return;
        writeAll(errorsBefore, text, size_t(count));
        at += count;
    }
}

/** What may be done in a signal's handler alone: no ncurses. */
void giveBackAtOnce()
{
    // No mouse, the usual screen, its cursor, its colours and keys.
    constexpr char plain[] =
        "\033[?1006l\033[?1000l\033[?1049l\033[?25h\033[0m\033[?1l\033>\033[?2004l\r\n";
    if (isTaken != 0) {
        ::tcsetattr(STDIN_FILENO, TCSANOW, &asItWas);
        writeAll(STDOUT_FILENO, plain, sizeof plain - 1);
    }
    tellErrors();
}

void onCrash(int number)
{
    giveBackAtOnce();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

/** Another size, a stop that was asked for, or going on after one: told on the main thread. */
void onChange(int number)
{
    const int before = errno;
    const char byte = char(number);
    [[maybe_unused]] const ssize_t written = ::write(wakeUpEnd, &byte, 1);
    errno = before;
}

short pairOf(Tone tone)
{
    return short(int(tone) + 1);
}

/** Without colours what is urgent is bold, and what is not is as everything else. */
attr_t attributesOf(const TextStyle &style, bool hasColors)
{
    attr_t attributes = style.isBold ? A_BOLD : A_NORMAL;
    if (style.isReverse)
        attributes |= A_REVERSE;
    if (style.tone == Tone::Danger && !hasColors)
        attributes |= A_BOLD;
    if (style.tone == Tone::Muted && !style.isReverse)
        attributes |= A_DIM;
    return attributes;
}

std::optional<TopKey::Code> codeOf(wint_t key, bool isFunctionKey)
{
    using Code = TopKey::Code;
    if (isFunctionKey) {
        switch (key) {
        case KEY_ENTER: return Code::Enter;
        case KEY_BTAB: return Code::BackTab;
        case KEY_UP: return Code::Up;
        case KEY_DOWN: return Code::Down;
        case KEY_LEFT: return Code::Left;
        case KEY_RIGHT: return Code::Right;
        case KEY_PPAGE: return Code::PageUp;
        case KEY_NPAGE: return Code::PageDown;
        case KEY_HOME: return Code::Home;
        case KEY_END: return Code::End;
        case KEY_DC: return Code::Delete;
        case KEY_BACKSPACE: return Code::Backspace;
        case KEY_F(1): return Code::F1;
        case KEY_F(5): return Code::F5;
        default: return std::nullopt;
        }
    }
    constexpr auto control = [](char letter) { return wint_t(letter & 0x1f); };
    constexpr wint_t escape = 27;
    constexpr wint_t erase = 127;
    switch (key) {
    case L'\r':
    case L'\n': return Code::Enter;
    case L'\t': return Code::Tab;
    case escape: return Code::Escape;
    case erase:
    case control('h'): return Code::Backspace;
    case control('c'): return Code::Quit;
    case control('l'): return Code::Redraw;
    case control('u'): return Code::ClearLine;
    case control('z'): return Code::Suspend;
    default: return std::nullopt;
    }
}

/** A key, or nothing where it means nothing here. */
std::optional<TopKey> keyOf(wint_t key, bool isFunctionKey)
{
    if (const auto code = codeOf(key, isFunctionKey))
        return TopKey{*code};
    constexpr wint_t firstPrinted = 32;
    if (isFunctionKey || key < firstPrinted)
        return std::nullopt;
    const char32_t text = char32_t(key);
    return TopKey{TopKey::Code::Text, QString::fromUcs4(&text, 1)};
}

} // namespace

struct Terminal::Private {
    SCREEN *screen = nullptr;
    bool hasColors = false;
    std::array<int, 2> changes{-1, -1};
    bool isSuspended = false;
    bool isPasting = false;
    std::array<struct sigaction, crashes.size()> before = {};
    bool canBeStopped = false; ///< there is somebody who makes it go on
    std::unique_ptr<QSocketNotifier> keys;
    std::unique_ptr<QSocketNotifier> changed;

    static void keepErrors();
    static void endErrors();
    void noteHandlers();
    void hearStops();
    void handleSignals();
    void endSignals();
    void takeSize() const;
};

/** What libraries say would be written into the middle of the screen. */
void Terminal::Private::keepErrors()
{
    if (::isatty(STDERR_FILENO) == 0)
        return;
    errorsMeanwhile = ::memfd_create("errors", MFD_CLOEXEC);
    errorsBefore = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (errorsMeanwhile >= 0 && errorsBefore >= 0)
        ::dup2(errorsMeanwhile, STDERR_FILENO);
}

void Terminal::Private::endErrors()
{
    if (errorsMeanwhile < 0 || errorsBefore < 0)
        return;
    ::dup2(errorsBefore, STDERR_FILENO);
    tellErrors();
    ::close(std::exchange(errorsMeanwhile, -1));
    ::close(std::exchange(errorsBefore, -1));
}

/** Before ncurses has its own, which know nothing of pastes and of what is said meanwhile. */
void Terminal::Private::noteHandlers()
{
    for (size_t i = 0; i < crashes.size(); ++i)
        ::sigaction(crashes[i], nullptr, &before[i]);
    struct sigaction stop = {};
    ::sigaction(SIGTSTP, nullptr, &stop);
    canBeStopped = stop.sa_handler != SIG_IGN;
}

/**
 * Before ncurses begins, too: a stop that nobody listens to by then is its own, and it ignores the
 * signal for as long as it draws, so that one that comes meanwhile would never be heard of.
 */
void Terminal::Private::hearStops()
{
    if (::pipe2(changes.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe");
    wakeUpEnd = changes[1];
    std::signal(SIGTSTP, canBeStopped ? onChange : SIG_IGN);
    std::signal(SIGCONT, onChange); // else a stop that is over would be all that was heard
}

/** Who had a handler already, as sanitizers do, has more to say. */
void Terminal::Private::handleSignals()
{
    stack_t own = {};
    ::sigaltstack(nullptr, &own);
    if ((own.ss_flags & SS_DISABLE) != 0) {
        own = {handlersStack.data(), 0, handlersStack.size()};
        ::sigaltstack(&own, nullptr);
    }
    struct sigaction ours = {};
    ours.sa_handler = onCrash;
    ours.sa_flags = SA_ONSTACK;
    ::sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < crashes.size(); ++i) {
        if ((before[i].sa_flags & SA_SIGINFO) == 0 && before[i].sa_handler == SIG_DFL)
            ::sigaction(crashes[i], &ours, nullptr);
    }
    std::signal(SIGWINCH, onChange);
}

/** What somebody else listens to by now stays theirs. */
void Terminal::Private::endSignals()
{
    for (const int number : {SIGWINCH, SIGCONT})
        std::signal(number, SIG_DFL);
    std::signal(SIGTSTP, canBeStopped ? SIG_DFL : SIG_IGN);
    for (size_t i = 0; i < crashes.size(); ++i) {
        struct sigaction now = {};
        ::sigaction(crashes[i], nullptr, &now);
        if ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == onCrash)
            ::sigaction(crashes[i], &before[i], nullptr);
    }
    wakeUpEnd = -1;
    for (int &end : changes)
        ::close(std::exchange(end, -1));
}

void Terminal::Private::takeSize() const
{
    winsize size = {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        ::resizeterm(size.ws_row, size.ws_col);
}

std::unique_ptr<Terminal> Terminal::open(QString *why)
{
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) {
        *why = Words::tr("This needs a terminal, for input and for output; 'lockctl watch' "
                         "and 'lockctl list' do not.");
        return nullptr;
    }
    ::tcgetattr(STDIN_FILENO, &asItWas);
    // Over SSH the language of where somebody sits is often one that this machine does not have.
    if (QByteArrayView(::nl_langinfo(CODESET)) != "UTF-8")
        std::setlocale(LC_CTYPE, "C.UTF-8");
    auto own = std::make_unique<Private>();
    own->noteHandlers();
    own->hearStops();
    // Escape alone is a key: what follows it within this time makes it another.
    if (qEnvironmentVariableIsEmpty("ESCDELAY"))
        ::set_escdelay(50);
    own->screen = ::newterm(nullptr, stdout, stdin);
    if (!own->screen) {
        own->endSignals();
        *why = Words::tr("Nothing can be drawn on a terminal of the type '%1': set TERM to what it "
                         "is, for example xterm.")
                   .arg(qEnvironmentVariable("TERM"));
        return nullptr;
    }
    char cursorAddress[] = "cup";
    const char *const canMove = ::tigetstr(cursorAddress);
    if (canMove == nullptr || reinterpret_cast<std::intptr_t>(canMove) == -1) {
        ::endwin();
        ::delscreen(own->screen);
        own->endSignals();
        *why = Words::tr("A terminal of the type '%1' cannot be drawn on: set TERM to what it is, "
                         "for example xterm.")
                   .arg(qEnvironmentVariable("TERM"));
        return nullptr;
    }
    return std::unique_ptr<Terminal>(new Terminal(std::move(own)));
}

Terminal::Terminal(std::unique_ptr<Private> own) : d(std::move(own))
{
    d->keepErrors();
    ::raw(); // Ctrl+C and Ctrl+Z are keys, so that what they do is done in order
    ::noecho();
    ::nonl();
    ::keypad(stdscr, TRUE);
    ::nodelay(stdscr, TRUE);
    d->hasColors = qEnvironmentVariableIsEmpty("NO_COLOR") && ::has_colors();
    if (d->hasColors) {
        ::start_color();
        ::use_default_colors();
        const auto color = [](Tone tone, short which) { ::init_pair(pairOf(tone), which, -1); };
        color(Tone::Held, COLOR_CYAN);
        color(Tone::Expiring, COLOR_YELLOW);
        color(Tone::NoExpiry, COLOR_MAGENTA);
        color(Tone::Danger, COLOR_RED);
        color(Tone::Good, COLOR_GREEN);
        for (const Tone tone : {Tone::Plain, Tone::Muted, Tone::Unknown})
            color(tone, -1);
    }
    ::define_key("\033[200~", pasteBegins);
    ::define_key("\033[201~", pasteEnds);
    writeAll(STDOUT_FILENO, pastesAreMarked, sizeof pastesAreMarked - 1);
    isTaken = 1;
    d->handleSignals();
    d->changed = std::make_unique<QSocketNotifier>(d->changes[0], QSocketNotifier::Read);
    connect(d->changed.get(), &QSocketNotifier::activated, this, &Terminal::followSignals);
    d->keys = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(d->keys.get(), &QSocketNotifier::activated, this, &Terminal::read);
}

Terminal::~Terminal()
{
    d->keys.reset();
    d->changed.reset();
    writeAll(STDOUT_FILENO, pastesAreNot, sizeof pastesAreNot - 1);
    ::endwin();
    ::delscreen(d->screen);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &asItWas);
    // To the last moment somebody gives the terminal back.
    isTaken = 0;
    d->endSignals();
    Private::endErrors();
}

int Terminal::width() const
{
    return COLS;
}

int Terminal::height() const
{
    return LINES;
}

void Terminal::show(const TextScreen &screen)
{
    if (d->isSuspended)
        return;
    ::werase(stdscr);
    for (int row = 0; row < screen.height(); ++row) {
        for (const TextScreen::Run &run : screen.runs(row)) {
            const attr_t attributes = attributesOf(run.style, d->hasColors);
            ::wattr_set(stdscr, attributes, d->hasColors ? pairOf(run.style.tone) : short(0),
                        nullptr);
            const std::wstring text = run.text.toStdWString();
            ::mvwaddnwstr(stdscr, row, run.column, text.c_str(), int(text.size()));
        }
    }
    ::wattr_set(stdscr, A_NORMAL, 0, nullptr);
    ::curs_set(screen.cursor ? 1 : 0);
    if (screen.cursor)
        ::wmove(stdscr, screen.cursor->first, screen.cursor->second);
    ::wrefresh(stdscr);
}

void Terminal::setMouse(bool on)
{
    // A click is told at once, and not when it is known to be no double click.
    ::mouseinterval(0);
    ::mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : mmask_t(0), nullptr);
}

void Terminal::redraw()
{
    ::clearok(stdscr, TRUE);
}

void Terminal::followSignals()
{
    std::array<char, 64> bytes = {};
    QByteArray heard;
    for (;;) {
        const ssize_t count = ::read(d->changes[0], bytes.data(), bytes.size());
        if (count <= 0)
            break;
        heard.append(bytes.data(), count);
    }
    // The last of both counts: who was told to go on after it must not be left asleep.
    const auto stopped = heard.lastIndexOf(char(SIGTSTP));
    const auto wentOn = heard.lastIndexOf(char(SIGCONT));
    if (stopped > wentOn && !d->isSuspended) {
        stop(::getpid());
    } else if (wentOn >= 0) {
        resume();
    } else if (!d->isSuspended) {
        d->takeSize();
        redraw();
        emit resized();
    }
}

/** As the key would have done it: all of the job. */
void Terminal::suspend()
{
    stop(0);
}

void Terminal::stop(pid_t whom)
{
    if (std::exchange(d->isSuspended, true))
        return;
    writeAll(STDOUT_FILENO, pastesAreNot, sizeof pastesAreNot - 1);
    ::endwin();
    ::tcsetattr(STDIN_FILENO, TCSANOW, &asItWas);
    isTaken = 0;
    if (d->canBeStopped) {
        // Others first: which of our threads took a signal to all of us, and when, would not be
        // known.
        std::signal(SIGTSTP, SIG_IGN);
        if (whom == 0)
            ::kill(0, SIGTSTP);
        std::signal(SIGTSTP, SIG_DFL);
        std::raise(SIGTSTP);
        std::signal(SIGTSTP, onChange);
    }
    // Here again after `fg`, or where there was no shell to stop for, which nobody else tells.
    onChange(SIGCONT);
}

/** Whoever stopped us, the shell has set its own modes meanwhile: all of them are set anew. */
void Terminal::resume()
{
    // By a signal that cannot be heard, nothing was given back.
    if (!::isendwin())
        ::endwin();
    isTaken = 1;
    d->isSuspended = false;
    ::reset_prog_mode();
    writeAll(STDOUT_FILENO, pastesAreMarked, sizeof pastesAreMarked - 1);
    d->takeSize();
    redraw();
    emit resized();
}

void Terminal::readMouse()
{
    MEVENT event = {};
    if (::getmouse(&event) != OK)
        return;
    constexpr int step = 3;
    if ((event.bstate & BUTTON1_PRESSED) != 0)
        emit clicked(event.y, event.x);
    for (int i = 0; i < step && (event.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) != 0; ++i)
        emit pressed(
            {(event.bstate & BUTTON4_PRESSED) != 0 ? TopKey::Code::Up : TopKey::Code::Down});
}

void Terminal::read()
{
    std::vector<TopKey> keys;
    bool isAnything = false;
    for (;;) {
        wint_t key = 0;
        const int kind = ::wget_wch(stdscr, &key);
        if (kind == ERR)
            break;
        isAnything = true;
        if (kind == KEY_CODE_YES && (key == pasteBegins || key == pasteEnds))
            d->isPasting = key == pasteBegins;
        else if (kind == KEY_CODE_YES && key == KEY_MOUSE)
            readMouse();
        else if (auto known = keyOf(key, kind == KEY_CODE_YES)) {
            known->isAmongMany = d->isPasting;
            keys.push_back(*known);
        }
    }
    // There is something to read, and it is the end: the line is cut. What is no character is
    // skipped.
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    const bool isReady = ::poll(&input, 1, 0) > 0;
    int waiting = 0;
    const bool isEnd =
        isReady && !isAnything && (::ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0);
    if (isEnd || (isReady && (input.revents & (POLLHUP | POLLERR)) != 0)) {
        d->keys->setEnabled(false);
        emit lost();
        return;
    }
    for (TopKey &key : keys) {
        key.isAmongMany = key.isAmongMany || keys.size() > 1;
        emit pressed(key);
    }
}

} // namespace lockmaster
