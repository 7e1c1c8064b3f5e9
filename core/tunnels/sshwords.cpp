// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/sshwords.h"

#include "core/text/endingtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/tunnels/quotedsentence.h"

#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace lockmaster {

namespace {

QString quoted(const QString &text)
{
    return literalText(text.trimmed().left(200));
}

/** By words that a line has, what to do; in the order in which they are looked for. */
struct Advice {
    QLatin1StringView words;
    QString remedy; ///< %1 is the host
};

std::vector<Advice> endings()
{
    return {
        {QLatin1StringView("Permission denied"),
         Words::tr("Check the key and the user: ssh %1 must work by itself, with the key in your "
                   "agent (ssh-add).")},
        {QLatin1StringView("Too many authentication failures"),
         Words::tr("Name the key of %1 in your ssh configuration (IdentityFile, IdentitiesOnly "
                   "yes).")},
        {QLatin1StringView("Could not resolve hostname"),
         Words::tr("Check the name %1 in the profile and in your ssh configuration.")},
        {QLatin1StringView("Connection refused"),
         Words::tr("Check that the ssh server of %1 runs, and its port in your ssh "
                   "configuration.")},
        {QLatin1StringView("timed out"),
         Words::tr("Check the address of %1, and that no firewall drops the connection.")},
        {QLatin1StringView("not responding"),
         Words::tr("The host %1 or the network to it hangs. It is tried again.")},
        {QLatin1StringView("No route to host"),
         Words::tr("Check the address of %1 and the network.")},
        {QLatin1StringView("closed by remote host"), Words::tr("It is tried again.")},
        {QLatin1StringView("Bad configuration option"),
         Words::tr("Check your ssh configuration: ssh -G %1")},
    };
}

std::vector<Advice> complaints()
{
    return {
        {QLatin1StringView("administratively prohibited"),
         Words::tr("%1 does not let you go on to other hosts (AllowTcpForwarding, PermitOpen). "
                   "Ask who looks after it.")},
        {QLatin1StringView("connect failed"),
         Words::tr("Seen from %1, check that the server runs, and its host and port.")},
        {QLatin1StringView("open failed"), Words::tr("Try the same by hand: ssh -v %1")},
    };
}

std::optional<Advice> adviceFor(const QString &line, const std::vector<Advice> &all)
{
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Advice &advice) { return line.contains(advice.words); });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

/** Where the known key stands that the host does not have any more. */
QString placeOfKnownKey(const QStringList &lines)
{
    static const QRegularExpression place(
        QStringLiteral("\\AOffending \\S+ key in (.+):(\\d+)\\s*\\z"));
    for (const QString &line : lines) {
        if (const auto match = place.match(line); match.hasMatch())
            return match.captured(1) + u':' + match.captured(2);
    }
    return {};
}

Error changedKey(const QString &host, const QStringList &lines)
{
    const QString place = placeOfKnownKey(lines);
    return {ErrorKind::Network, 0,
            place.isEmpty()
                ? Words::tr("The host key of %1 is another than the one that is known.").arg(host)
                : Words::tr("The host key of %1 is another than the one in %2.")
                      .arg(host, quoted(place)),
            Words::tr("Somebody may stand in between. Ask who looks after it; only if it was given "
                      "a new key, take the old one out of that file yourself.")};
}

Error unknownKey(const QString &host, const QString &question)
{
    static const QRegularExpression fingerprint(
        QStringLiteral("(\\S{1,40}) key fingerprint is (\\S{1,200}?)\\.?\\s"));
    const auto match = fingerprint.match(question);
    const QString shown = match.hasMatch()
                              ? Words::tr("The host key of %1 is not known: it shows %2 (%3).")
                                    .arg(host, quoted(match.captured(2)), quoted(match.captured(1)))
                              : Words::tr("The host key of %1 is not known.").arg(host);
    return {
        ErrorKind::Network, 0, shown,
        Words::tr("Compare it with the host's own, and accept it once by hand: ssh %1").arg(host)};
}

bool saysIn(const QStringList &lines, QLatin1StringView words)
{
    return std::any_of(lines.begin(), lines.end(),
                       [&](const QString &line) { return line.contains(words); });
}

} // namespace

Error sshEnding(const QString &host, int status, const QStringList &lines, const QString &refused)
{
    if (saysIn(lines, QLatin1StringView("IDENTIFICATION HAS CHANGED"))
        || (saysIn(lines, QLatin1StringView("Host key for"))
            && saysIn(lines, QLatin1StringView("has changed"))))
        return changedKey(host, lines);
    if (saysIn(lines, QLatin1StringView("Host key verification failed")))
        return unknownKey(host, refused);
    std::optional<Advice> advice;
    QString line;
    for (auto it = lines.rbegin(); it != lines.rend() && !advice; ++it) {
        advice = adviceFor(*it, endings());
        line = *it;
    }
    if (!advice)
        line = lines.isEmpty() ? endingText(status) : lines.last();
    const QString remedy = advice ? advice->remedy : Words::tr("Try the same by hand: ssh -v %1");
    QString message = Words::tr("ssh to %1 ended: %2").arg(host, quotedSentence(line));
    if (!refused.isEmpty())
        message += u' ' + Words::tr("It had asked: %1").arg(quotedSentence(refused));
    return {ErrorKind::Network, 0, message,
            remedy.contains(QLatin1StringView("%1")) ? remedy.arg(host) : remedy};
}

std::optional<Error> sshComplaint(const QString &host, const QString &line)
{
    const auto advice = adviceFor(line, complaints());
    if (!advice || !line.startsWith(u"channel "))
        return std::nullopt;
    return Error{ErrorKind::Network, 0,
                 Words::tr("ssh to %1 says: %2").arg(host, quotedSentence(line)),
                 advice->remedy.arg(host)};
}

} // namespace lockmaster
