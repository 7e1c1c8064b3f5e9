// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace lockmaster {

/** The guide's pages as they come with the program. Any thread. */
namespace GuidePages {

/** Where a reader begins: it links to the others. */
inline constexpr const char *first = "README.md";

/** All of them: `first`, and the others as it lists them. */
QStringList names();

/**
 * The Markdown of a page, without its pictures: in the program's language where it is written in
 * that, else in English; empty where there is none of that name.
 */
QString text(const QString &name);
/** Whether the guide is written in the program's language, but this page of it is not. */
bool isLeftInEnglish(const QString &name);
/** The same in English. */
QString englishText(const QString &name);

/**
 * What links call the headings of a page, in their order. Links name the English ones, and those of
 * a page in another language follow one by one.
 */
QStringList anchors(const QString &englishText);

} // namespace GuidePages

} // namespace lockmaster
