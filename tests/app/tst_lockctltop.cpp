// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/terminal.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/privatesshd.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <functional>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockctltop {

namespace {

constexpr int patienceMs = 60'000;

/** A shell's exit codes from here on are signals. */
constexpr int endedBySignal = 128;

/** From any depth above zero it never comes back. */
int useUpTheStack(int depth)
{
    volatile char room[1024] = {};
    room[0] = char(depth);
    return depth == 0 ? 0 : useUpTheStack(depth + 1) + room[0];
}

/** `lockctl top` on a terminal of its own. */
class OnTerminal
{
public:
    enum class Group : quint8 {
        OfItsOwn, ///< nobody is there who could make it go on
        OfAShell,
    };

    /** `instead`: what is done there instead of running the program. */
    explicit OnTerminal(const QStringList &arguments, const QByteArrayList &environment = {},
                        Group group = Group::OfItsOwn, const std::function<void()> &instead = {})
    {
        winsize size = {};
        size.ws_row = 24;
        size.ws_col = 80;
        if (::openpty(&m_master, &m_slave, nullptr, nullptr, &size) != 0)
            return;
        ::fcntl(m_master, F_SETFD, FD_CLOEXEC);
        ::tcgetattr(m_slave, &m_before);
        QByteArrayList words{QFile::encodeName(lockctlProgram()), "top"};
        for (const QString &argument : arguments)
            words << argument.toUtf8();
        std::vector<char *> argv;
        for (QByteArray &word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        std::array<int, 2> told{-1, -1};
        if (::pipe2(told.data(), O_CLOEXEC) != 0)
            return;
        const pid_t first = ::fork();
        if (first != 0) {
            m_child = first;
            if (group == Group::OfAShell
                && ::read(told[0], &m_child, sizeof m_child) != sizeof m_child)
                m_child = -1;
            m_shell = group == Group::OfAShell ? first : -1;
            ::close(told[0]);
            ::close(told[1]);
            return;
        }
        ::setsid();
        for (const int standard : {0, 1, 2})
            ::dup2(m_slave, standard);
        ::ioctl(0, TIOCSCTTY, 0);
        if (group == Group::OfAShell)
            beTheShell(told[1]);
        ::setenv("TERM", "xterm-256color", 1);
        ::setenv("HOME", QFile::encodeName(m_home.path()).constData(), 1);
        ::setenv("XDG_STATE_HOME", QFile::encodeName(m_home.path()).constData(), 1);
        ::unsetenv("NO_COLOR");
        // Whoever runs the tests under `nohup` does not mean this.
        std::signal(SIGHUP, SIG_DFL);
        for (const QByteArray &setting : environment)
            ::putenv(qstrdup(setting.constData()));
        if (instead) {
            // What QtTest has set up for itself, no program begins with.
            for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
                std::signal(number, SIG_DFL);
            stack_t none = {};
            none.ss_flags = SS_DISABLE;
            ::sigaltstack(&none, nullptr);
            instead();
        }
        ::execv(argv.front(), argv.data());
        ::_exit(127);
    }
    ~OnTerminal()
    {
        if (m_child > 0 && !m_ended) {
            ::kill(m_child, SIGKILL);
            ::waitpid(m_shell > 0 ? m_shell : m_child, nullptr, 0);
        }
        hangUp();
    }

    bool isStopped() const
    {
        QFile file(QStringLiteral("/proc/%1/stat").arg(m_child));
        if (!file.open(QIODevice::ReadOnly))
            return false;
        const QByteArray all = file.readAll();
        return all.sliced(all.lastIndexOf(')') + 2).startsWith('T');
    }
    /** Nothing is taken from it, so that whatever it draws next is begun and not ended. */
    void holdOutput(bool on) const { ::tcflow(m_slave, on ? TCOOFF : TCOON); }
    bool isDrawing() const
    {
        QFile file(QStringLiteral("/proc/%1/syscall").arg(m_child));
        return file.open(QIODevice::ReadOnly)
               && file.readAll().startsWith(QByteArray::number(SYS_write) + " 0x1 ");
    }
    /** It has asked for lines and no marks, as a shell that waits for a command has not. */
    void leaveAsAShellDoes()
    {
        ::tcsetattr(m_slave, TCSANOW, &m_before);
        read();
        m_output = "\033[?1049l\033[?2004l";
    }

    /** As the shell of an SSH session that is over: again and again, until it has ended. */
    void hangUpForGood()
    {
        hangUp();
        while (!ended()) {
            ::kill(m_child, SIGHUP);
            ::usleep(1000); // who is woken at once again and again never gets to the end of a sleep
        }
    }
    void hangUp()
    {
        for (int *end : {&m_master, &m_slave}) {
            if (*end >= 0)
                ::close(*end);
            *end = -1;
        }
    }
    void press(const QByteArray &keys) const
    {
        if (::write(m_master, keys.constData(), size_t(keys.size())) != keys.size())
            QTest::qFail("the terminal takes no keys", __FILE__, __LINE__);
    }
    void signal(int number) const { ::kill(m_child, number); }
    void resize(unsigned short columns, unsigned short rows) const
    {
        winsize size = {};
        size.ws_row = rows;
        size.ws_col = columns;
        ::ioctl(m_master, TIOCSWINSZ, &size);
    }
    /** What came to the terminal has this now. */
    bool shows(const QByteArray &text)
    {
        read();
        return m_output.contains(text);
    }
    const QByteArray &output() const { return m_output; }
    void forget()
    {
        read();
        m_output.clear();
    }
    /** The exit code, or the signal's number below zero; none: it runs. */
    std::optional<int> ended()
    {
        read();
        int status = 0;
        const pid_t awaited = m_shell > 0 ? m_shell : m_child;
        if (!m_ended && ::waitpid(awaited, &status, WNOHANG) == awaited) {
            const int code = WEXITSTATUS(status);
            const bool isSignal = m_shell > 0 && code >= endedBySignal;
            m_ended = !WIFEXITED(status) ? -WTERMSIG(status)
                      : isSignal         ? endedBySignal - code
                                         : code;
        }
        return m_ended;
    }
    QString auditFile() const
    {
        const QDir logs(m_home.path() + QStringLiteral("/lockmaster/audit"));
        return logs.filePath(logs.entryList({QStringLiteral("audit-*.jsonl")}).value(0));
    }
    /** What is asked of the terminal by such a pair: `\033[?2004h` and `l` are one. */
    bool isOn(const QByteArray &mode)
    {
        read();
        return m_output.lastIndexOf(mode + 'h') > m_output.lastIndexOf(mode + 'l');
    }
    /** The lines and keys of the terminal are as they were, and so is its usual screen. */
    bool isAsBefore()
    {
        read();
        termios now = {};
        ::tcgetattr(m_slave, &now);
        return now.c_lflag == m_before.c_lflag && now.c_iflag == m_before.c_iflag
               && now.c_oflag == m_before.c_oflag && !isOn("\033[?1049") && !isOn("\033[?2004");
    }

private:
    /** Goes on in a child, in a group of its own in the foreground; the shell ends as that does. */
    static void beTheShell(int told)
    {
        std::signal(SIGTTOU, SIG_IGN);
        const pid_t job = ::fork();
        ::setpgid(job, job);
        ::tcsetpgrp(0, job == 0 ? ::getpid() : job);
        std::signal(SIGTTOU, SIG_DFL);
        if (job == 0)
            return;
        [[maybe_unused]] const ssize_t written = ::write(told, &job, sizeof job);
        int status = 0;
        ::waitpid(job, &status, 0);
        ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : endedBySignal + WTERMSIG(status));
    }
    void read()
    {
        pollfd waiting = {m_master, POLLIN, 0};
        char bytes[4096];
        while (m_master >= 0 && ::poll(&waiting, 1, 0) > 0) {
            const ssize_t count = ::read(m_master, bytes, sizeof bytes);
            if (count <= 0)
                return;
            m_output.append(bytes, count);
        }
    }

    const QTemporaryDir m_home;
    int m_master = -1;
    int m_slave = -1;
    termios m_before = {};
    pid_t m_child = -1;
    pid_t m_shell = -1; ///< whose child that is; -1: it is ours
    QByteArray m_output;
    std::optional<int> m_ended;
};

} // namespace

/** `lockctl top` on a real terminal and a real Redis: what it shows, and what it leaves behind. */
class TestLockctlTop : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;
    QStringList m_url;

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
        m_url = {QStringLiteral("--url"),
                 QStringLiteral("redis://127.0.0.1:%1/0?match=lock:*").arg(m_redis->port())};
        m_redis->run(lockKey("lock:order:42", "web-3", 600'000ms));
        m_redis->run(lockKey("lock:회원", "web-4", 600'000ms));
    }

    void locksAreShownLookedAtAndLetGoOf()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        QVERIFY(top.shows("lock:회원"));
        top.press("/order:42\r");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("1 of 2"), patienceMs);
        top.press("x");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Release lock:order:42?"), patienceMs);
        // Shown once its ticket is open.
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("more lines below"), patienceMs);
        // From Cancel, where Return does nothing but close, to the button.
        top.press("\t");
        QTRY_VERIFY_WITH_TIMEOUT((top.press("\r"), QTest::qWait(100), top.shows("was released")),
                                 patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_redis->run({"EXISTS", "lock:order:42"}).integer == 0,
                                 patienceMs);
        top.press("\x03");
        QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(0), patienceMs);
        QVERIFY(top.isAsBefore());
        m_redis->run(lockKey("lock:order:42", "web-3", 600'000ms));
    }

    void theTerminalIsAsBeforeHoweverItEnds_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("code");
        QTest::newRow("q") << 0 << 0;
        QTest::newRow("told to") << SIGTERM << 0;
        QTest::newRow("interrupted from elsewhere") << SIGINT << 0;
        QTest::newRow("hung up on from elsewhere") << SIGHUP << 0;
        QTest::newRow("told to with a core") << SIGQUIT << -SIGQUIT;
        QTest::newRow("crashed") << SIGSEGV << -SIGSEGV;
        QTest::newRow("gave up") << SIGABRT << -SIGABRT;
    }
    void theTerminalIsAsBeforeHoweverItEnds()
    {
        QFETCH(int, signal);
        QFETCH(int, code);
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        QVERIFY(!top.isAsBefore());
        if (signal != 0)
            top.signal(signal);
        else
            top.press("q");
        QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(code), patienceMs);
        QVERIFY(top.isAsBefore());
    }

    void aLineThatIsCutEndsIt()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.hangUp();
        QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(0), patienceMs);
    }

    /** The shell tells of it and so does the kernel; what is held is let go of all the same. */
    void aLineThatDropsLetsGoOfWhatIsHeld()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.press("a");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Acquire a lock"), patienceMs);
        top.press("\x15");
        top.press("lock:mine");
        for (int i = 0; i < 7; ++i) {
            QTest::qWait(50); // a key that comes among others presses no button
            top.press("\t");
        }
        QTRY_VERIFY_WITH_TIMEOUT((top.press("\r"), QTest::qWait(200),
                                  m_redis->run({"EXISTS", "lock:mine"}).integer == 1),
                                 patienceMs);
        top.hangUpForGood();
        QCOMPARE(top.ended(), std::optional(0));
        QCOMPARE(m_redis->run({"EXISTS", "lock:mine"}).integer, 0);
    }

    /** By a signal from elsewhere as by its key: the shell has its own terminal meanwhile. */
    void whoStopsItHasTheTerminalUntilItGoesOn_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("that can be heard") << SIGTSTP;
        QTest::newRow("that cannot") << SIGSTOP;
    }
    void whoStopsItHasTheTerminalUntilItGoesOn()
    {
        QFETCH(int, signal);
        OnTerminal top(m_url, {}, OnTerminal::Group::OfAShell);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        QVERIFY(top.isOn("\033[?2004"));
        top.press("m");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("\033[?1006;1000h"), patienceMs);
        top.signal(signal);
        QTRY_VERIFY_WITH_TIMEOUT(top.isStopped(), patienceMs);
        if (signal == SIGTSTP)
            QVERIFY(top.isAsBefore());
        top.leaveAsAShellDoes();
        top.signal(SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        QVERIFY(!top.isAsBefore());
        QTRY_VERIFY_WITH_TIMEOUT(top.isOn("\033[?2004"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(top.isOn("\033[?1049"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("\033[?1006;1000h"), patienceMs);
        top.press("q");
        QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(0), patienceMs);
        QVERIFY(top.isAsBefore());
    }

    /** What draws the screen has its own idea of a stop, and would ignore one meanwhile. */
    void whoStopsItWhileItDrawsIsHeard()
    {
        OnTerminal top(m_url, {}, OnTerminal::Group::OfAShell);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.holdOutput(true);
        QTRY_VERIFY_WITH_TIMEOUT(top.isDrawing(), patienceMs);
        top.signal(SIGTSTP);
        top.holdOutput(false);
        QTRY_VERIFY_WITH_TIMEOUT(top.isStopped(), patienceMs);
        QVERIFY(top.isAsBefore());
    }

    /** There is no room for a handler on a stack that is used up. */
    void aStackThatIsUsedUpGivesTheTerminalBack()
    {
        OnTerminal top({}, {}, OnTerminal::Group::OfAShell, [] {
            QString why;
            const auto terminal = Terminal::open(&why);
            if (!terminal)
                ::_exit(2);
            useUpTheStack(1);
        });
        QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(-SIGSEGV), patienceMs);
        QVERIFY(top.output().contains("\033[?1049h"));
        QVERIFY(top.isAsBefore());
    }

    /** Nobody can go back to a shell where there is none: it goes on. */
    void itIsSuspendedAndResized()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.forget();
        top.press("\x1a");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.forget();
        top.resize(200, 50);
        // There is room for what is known beside the table.
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Witness"), patienceMs);
        top.resize(10, 3);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Too small"), patienceMs);
        QVERIFY(!top.ended());
    }

    /** With it, as without, nothing is done to a lock that no key said. */
    void theMouseChoosesWhereItIsAskedTo()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        QVERIFY(!top.shows("\033[?1006;1000h"));
        top.press("m");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("\033[?1006;1000h"), patienceMs);
        // A row, and once more: all that is known of it.
        const QByteArray secondRow = "\033[<0;5;6M\033[<0;5;6m";
        top.press(secondRow);
        QTRY_VERIFY_WITH_TIMEOUT((top.press(secondRow), QTest::qWait(200), top.shows("Witness")),
                                 patienceMs);
        top.press("q");
        top.forget();
        // A page by its name.
        QTRY_VERIFY_WITH_TIMEOUT(
            (top.press("\033[<0;15;1M\033[<0;15;1m"), QTest::qWait(200), top.shows("elects")),
            patienceMs);
        top.press("q");
        QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(0), patienceMs);
        QVERIFY(top.isAsBefore());
        QVERIFY(top.output().lastIndexOf("\033[?1006;1000l")
                > top.output().lastIndexOf("\033[?1006;1000h"));
        QCOMPARE(m_redis->run({"EXISTS", "lock:order:42"}).integer, 1);
    }

    /** The check of the profile is asked by a key, and its first word is whose it is. */
    void whetherAHolderLivesIsAsked()
    {
        QTemporaryDir directory;
        const QString config = directory.filePath(QStringLiteral("lockmaster.toml"));
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
                   + QByteArray::number(m_redis->port())
                   + "/0?match=lock:*\"\nalive_command = [\"/bin/sh\", \"-c\", \"echo gone\", "
                     "\"{host}\"]\n");
        file.close();
        OnTerminal top({QStringLiteral("--config"), config});
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.press("\r");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Witness"), patienceMs);
        top.press("v");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("nobody has trusted"), patienceMs);
    }

    /** In Korean, though this machine has no such locale, as it is with many SSH sessions. */
    void itSpeaksTheLanguageOfWhoLooks()
    {
        OnTerminal top(m_url, {"LANG=ko_KR.UTF-8", "LC_ALL=", "LC_MESSAGES="});
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:회원"), patienceMs);
        QVERIFY(top.shows("리더"));
        QVERIFY(top.shows("점유 중"));
        OnTerminal plain(m_url, {"LANG=C", "LC_ALL="});
        QTRY_VERIFY_WITH_TIMEOUT(plain.shows("lock:회원"), patienceMs);
        QVERIFY(plain.shows("Leaders"));
    }

    void withoutColoursThereAreNone()
    {
        // Of the first row, which is chosen, there are no colours.
        m_redis->run({"SET", "lock:always", "web-9"});
        m_redis->run({"SET", "lock:forever", "web-9"});
        const QRegularExpression color(QStringLiteral("\033\\[[0-9;]*3[1-7]"));
        OnTerminal colored(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(colored.shows("lock:forever"), patienceMs);
        QVERIFY(QString::fromUtf8(colored.output()).contains(color));
        OnTerminal plain(m_url, {"NO_COLOR=1"});
        QTRY_VERIFY_WITH_TIMEOUT(plain.shows("lock:forever"), patienceMs);
        QVERIFY(!QString::fromUtf8(plain.output()).contains(color));
    }

    /** What became of it is in the log, though nobody waited for it at the terminal. */
    void aReleaseThatIsUnderWayIsWaitedFor_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("by a key") << true;
        QTest::newRow("by a line that drops") << false;
    }
    void aReleaseThatIsUnderWayIsWaitedFor()
    {
        QFETCH(bool, byKey);
        const auto own = PrivateRedis::start();
        QVERIFY(own);
        own->run(lockKey("lock:slow", "web-5", 600'000ms));
        OnTerminal top({QStringLiteral("--url"),
                        QStringLiteral("redis://127.0.0.1:%1/0?match=lock:*").arg(own->port())});
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:slow"), patienceMs);
        top.press("x");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("more lines below"), patienceMs);
        top.press("\t");
        top.forget();
        QTest::qWait(200);
        own->stop();
        top.press("\r");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Releasing"), patienceMs);
        if (byKey) {
            top.press("\x03");
            QTRY_VERIFY_WITH_TIMEOUT(top.shows("under way"), patienceMs);
            own->resume();
            QTRY_COMPARE_WITH_TIMEOUT(top.ended(), std::optional(0), patienceMs);
        } else {
            top.hangUp();
            QTest::qWait(200);
            top.signal(SIGHUP);
            own->resume();
            top.hangUpForGood();
            QCOMPARE(top.ended(), std::optional(0));
        }
        QFile log(top.auditFile());
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray lines = log.readAll();
        QVERIFY2(lines.contains("\"outcome\":\"released\""), lines.constData());
    }

    /** A terminal that is not of this language types bytes that are no characters. */
    void whatIsNoCharacterIsSkipped()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        for (int i = 0; i < 40; ++i) {
            top.press("\xe9");
            QTest::qWait(5);
        }
        top.forget();
        top.press("2");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("elects a leader"), patienceMs);
        QVERIFY(!top.ended());
    }

    void theSecondSignalGivesTheTerminalBackToo()
    {
        OnTerminal top(m_url);
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("lock:order:42"), patienceMs);
        top.signal(SIGTERM);
        top.signal(SIGTERM);
        QTRY_VERIFY_WITH_TIMEOUT(top.ended().has_value(), patienceMs);
        QVERIFY(top.isAsBefore());
    }

    /** At night, over SSH: one lock of five thousand on a hundred production servers. */
    void aLockIsFoundJudgedAndLetGoOfInEightActs()
    {
        QString why;
        const auto ssh = PrivateSsh::start(&why);
        if (!ssh && qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(why));
        if (!ssh)
            QSKIP(qPrintable(why));
        constexpr int servers = 100;
        constexpr int locksEach = 50;
        PrivateRedis::Options options;
        options.lines = {"databases " + QByteArray::number(servers)};
        const auto redis = PrivateRedis::start(options);
        QVERIFY(redis);
        QByteArray profile;
        std::vector<RedisCommand> load;
        for (int i = 0; i < servers; ++i) {
            const QByteArray number = QByteArray::number(i);
            profile +=
                "[[backend]]\nname = \"cache-" + number
                + "\"\nenvironment = \"production\"\npoll = \"5s\"\nurl = \"redis://127.0.0.1:"
                + QByteArray::number(redis->port()) + '/' + number + "?match=lock:*\"\n";
            load.push_back({"SELECT", number});
            for (int lock = 0; lock < locksEach; ++lock)
                load.push_back(lockKey(i == 57 && lock == 7
                                           ? QByteArray("lock:order:42")
                                           : "lock:job:" + number + ':' + QByteArray::number(lock),
                                       "web-3", 600'000ms));
        }
        redis->runAll(load);
        const QTemporaryDir home;
        QFile config(home.filePath(QStringLiteral("team.toml")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(profile);
        config.close();
        const QByteArray place = QFile::encodeName(home.path());
        const QByteArray program = QFile::encodeName(ssh->path()) + "/ssh";
        const QByteArray command = "env LANG=C.UTF-8 HOME=" + place + " XDG_STATE_HOME=" + place
                                   + ' ' + QFile::encodeName(lockctlProgram()) + " top --config "
                                   + place + "/team.toml";
        OnTerminal top({}, {}, OnTerminal::Group::OfItsOwn, [&program, &command] {
            ::execl(program.constData(), "ssh", "-tt", "bastion", command.constData(), nullptr);
        });
        const auto sees = [&top](const QByteArray &text) {
            top.forget();
            top.press("\x0c"); // all of it anew: once that has begun, no key is under way any more
            return QTest::qWaitFor([&top] { return top.shows("\x1b[2J"); }, patienceMs)
                   && QTest::qWaitFor([&top, &text] { return top.shows(text); }, 500);
        };
        QTRY_VERIFY_WITH_TIMEOUT(sees("5,000 locks"), patienceMs);
        int acts = 0;
        const auto act = [&top, &acts](const QByteArray &keys) {
            ++acts;
            top.press(keys);
        };
        act("/order:42");
        QTRY_VERIFY_WITH_TIMEOUT(sees("1 of 5,000"), patienceMs);
        act("\r");
        QTRY_VERIFY_WITH_TIMEOUT(sees("filter"), patienceMs);
        // By itself: with the redraw behind it, it would come as one of many.
        top.forget();
        act("x");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("[ Release (allows writes) ]"), patienceMs);
        // What it takes to judge, and what it allows for that.
        QTRY_VERIFY_WITH_TIMEOUT(sees("Release lock:order:42?"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(sees("web-3"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(sees("cache-57 is read-only"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(sees("Give a reason"), patienceMs);
        act("OPS-311");
        act("\r");
        QTRY_VERIFY_WITH_TIMEOUT(sees("Type the lock's name"), patienceMs);
        act("lock:order:42");
        // Pasted with it, Return would lead to no button that releases.
        const auto isTyped = [&top, &sees] {
            return sees("lock:order:42")
                   && top.output().count("lock:order:42") == 2; // asked, typed
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTyped(), patienceMs);
        top.forget();
        act("\r");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("Release (allows writes)"), patienceMs); // has the keys
        top.forget();
        act("\r");
        QTRY_VERIFY_WITH_TIMEOUT(top.shows("was released"), patienceMs);
        QVERIFY2(acts <= 8, qPrintable(QString::number(acts)));
        QCOMPARE(redis->runAll({{"SELECT", "57"}, {"EXISTS", "lock:order:42"}}).back().integer, 0);
        top.press("\x03");
        QTRY_VERIFY_WITH_TIMEOUT(top.ended().has_value(), patienceMs);
    }

    void whereThereIsNoTerminalItSaysSo()
    {
        const LockctlOutcome outcome = runLockctl(QStringList(QStringLiteral("top")) + m_url);
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.err.contains("needs a terminal"));
        OnTerminal dumb(m_url, {"TERM=no-such-thing"});
        QTRY_COMPARE_WITH_TIMEOUT(dumb.ended(), std::optional(2), patienceMs);
        QVERIFY(dumb.shows("no-such-thing"));
        OnTerminal blind(m_url, {"TERM=dumb"});
        QTRY_COMPARE_WITH_TIMEOUT(blind.ended(), std::optional(2), patienceMs);
    }
};

LOCKMASTER_TEST(TestLockctlTop, QCoreApplication)

} // namespace tst_lockctltop

#include "tst_lockctltop.moc"
