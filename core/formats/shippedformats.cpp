// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatfile.h"

#include <QDir>
#include <QFile>

#include <algorithm>

/** Outside of any namespace, as the macro asks; a static library does not take its files along. */
static void takeFormatFiles()
{
    Q_INIT_RESOURCE(formats);
}

namespace lockmaster {

namespace {

std::vector<TableFormatPointer> readShipped()
{
    takeFormatFiles();
    std::vector<TableFormatPointer> formats;
    const QDir folder(QStringLiteral(":/formats"));
    for (const QString &name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        // That each is whole is what its test says.
        if (ParsedFormat parsed = parseFormat(file.readAll()); parsed.format)
            formats.push_back(std::move(parsed.format));
    }
    std::sort(formats.begin(), formats.end(),
              [](const auto &a, const auto &b) { return a->id < b->id; });
    return formats;
}

} // namespace

const std::vector<TableFormatPointer> &shippedFormats()
{
    static const std::vector<TableFormatPointer> formats = readShipped();
    return formats;
}

TableFormatPointer shippedFormat(QStringView id)
{
    for (const TableFormatPointer &format : shippedFormats()) {
        if (format->id == id)
            return format;
    }
    return nullptr;
}

} // namespace lockmaster
