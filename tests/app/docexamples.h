// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace lockmaster::test {

/** A command line that people are shown, and may paste. */
struct DocExample {
    QString where; ///< `docs/guide/leaders.md:82`
    QString line;  ///< continued lines are joined
};

/**
 * Those of README, CONTRIBUTING, docs/ and the manual pages: every line of a shell block, and
 * what stands between backticks or in a crontab and begins with `lockctl` and an argument.
 */
QList<DocExample> documentedExamples();

/** What stands in a file of the source tree. */
QString sourceText(const QString &path);

/** Overwrites such a file. */
void writeSource(const QString &path, const QString &text);

/** The examples that let go of a lock whose name they give. */
QList<DocExample> releaseRecipes();

} // namespace lockmaster::test
