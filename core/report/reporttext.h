// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <initializer_list>
#include <variant>
#include <vector>

/// A report before it is Markdown or HTML: one place says what stands in it, and each writer alone
/// knows how text becomes something else in its language, and keeps it from that.
namespace lockmaster {

/** A piece of text. */
struct ReportSpan {
    enum class Kind : quint8 {
        Words,  ///< ours
        Spoken, ///< a sentence that may quote others: escaped, shown as words
        Quoted, ///< somebody else's, shown to the letter
    };
    QString text;
    Kind kind = Kind::Words;

    ReportSpan(const QString &words) : text(words) {}
    ReportSpan(const QString &said, Kind how) : text(said), kind(how) {}
};

using ReportLine = std::vector<ReportSpan>;

/**
 * What somebody else called something, to the letter: what cannot be seen is escaped, and so are
 * spaces that would be lost. Of more than 200 characters the beginning, and how many bytes it has.
 */
ReportLine quoted(const QByteArray &bytes);
ReportLine quoted(const QString &text);
/** A sentence of ours that may quote others. */
ReportSpan spoken(const QString &sentence);

/** Puts pieces where `%1`, `%2` stand in words. */
ReportLine inWords(const QString &words, std::initializer_list<ReportLine> pieces);
ReportLine joined(const std::vector<ReportLine> &lines, const QString &between);

struct ReportHeading {
    ReportLine line;
    int level = 2;
};
/** Each a paragraph, or an item of a list. */
struct ReportLines {
    std::vector<ReportLine> lines;
    bool isList = false;
};
/** What is called so, is that. */
struct ReportFacts {
    std::vector<std::pair<QString, ReportLine>> facts;
};
struct ReportTable {
    struct Column {
        QString name;
        bool isFigure = false; ///< to the right
    };
    std::vector<Column> columns;
    std::vector<std::vector<ReportLine>> rows; ///< of as many cells
};
/** Where the picture of the lanes is, in a language that has pictures. */
struct ReportPicture {
};

using ReportBlock =
    std::variant<ReportHeading, ReportLines, ReportFacts, ReportTable, ReportPicture>;

} // namespace lockmaster
