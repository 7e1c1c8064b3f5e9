// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatcatalogue.h"

#include "core/formats/formatfile.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <map>
#include <mutex>

/** Outside of any namespace, as the macro asks; a static library does not take its files along. */
static void takeFormatFiles()
{
    Q_INIT_RESOURCE(formats);
}

namespace lockmaster {

namespace {

std::vector<LockFormatPointer> readShipped()
{
    takeFormatFiles();
    std::vector<LockFormatPointer> formats;
    const QDir folder(QStringLiteral(":/formats"));
    for (const QString &name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        // That each is whole is what its test says.
        if (const ParsedFormat parsed = parseFormat(file.readAll()); parsed.format) {
            auto format = std::make_shared<LockFormat>(*parsed.format);
            format->isShipped = true;
            formats.push_back(std::move(format));
        }
    }
    std::sort(formats.begin(), formats.end(),
              [](const auto &a, const auto &b) { return a->id < b->id; });
    return formats;
}

/** Read at any time, and seldom: a profile that names formats is. */
struct OwnFormats {
    std::mutex mutex;
    std::map<QString, LockFormatPointer> byId;
};

OwnFormats &ownFormats()
{
    static OwnFormats own;
    return own;
}

} // namespace

const std::vector<LockFormatPointer> &shippedFormats()
{
    static const std::vector<LockFormatPointer> formats = readShipped();
    return formats;
}

std::vector<LockFormatPointer> knownFormats()
{
    std::vector<LockFormatPointer> all = shippedFormats();
    OwnFormats &own = ownFormats();
    const std::lock_guard turn(own.mutex);
    for (const auto &[id, format] : own.byId)
        all.push_back(format);
    return all;
}

std::vector<LockFormatPointer> knownTableFormats()
{
    std::vector<LockFormatPointer> all = knownFormats();
    std::erase_if(all, [](const LockFormatPointer &format) { return format->isOfKeys(); });
    return all;
}

std::vector<LockFormatPointer> ownKeyFormats()
{
    std::vector<LockFormatPointer> all = knownFormats();
    std::erase_if(all, [](const LockFormatPointer &format) {
        return format->isShipped || !format->isOfKeys();
    });
    return all;
}

LockFormatPointer knownFormat(QStringView id)
{
    for (const LockFormatPointer &format : shippedFormats()) {
        if (format->id == id)
            return format;
    }
    OwnFormats &own = ownFormats();
    const std::lock_guard turn(own.mutex);
    const auto found = own.byId.find(id.toString());
    return found == own.byId.end() ? nullptr : found->second;
}

LockFormatPointer makeKnown(const LockFormatPointer &format)
{
    for (const LockFormatPointer &shipped : shippedFormats()) {
        if (shipped->id == format->id)
            return shipped;
    }
    OwnFormats &own = ownFormats();
    const std::lock_guard turn(own.mutex);
    LockFormatPointer &known = own.byId[format->id];
    if (!known || known->digest != format->digest)
        known = format;
    return known;
}

} // namespace lockmaster
