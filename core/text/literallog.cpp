// SPDX-License-Identifier: Apache-2.0
#include "core/text/literallog.h"

#include "core/text/literaltext.h"

#include <QtGlobal>

#include <cstdio>

namespace lockmaster {

namespace {

constexpr qsizetype longestLine = 2000;

void say(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const QString line = literalText(qFormatLogMessage(type, context, message));
    const QByteArray bytes = beginningOf(line, longestLine).toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stderr);
}

} // namespace

void logLiterally()
{
    qInstallMessageHandler(say);
}

} // namespace lockmaster
