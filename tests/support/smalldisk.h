// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace lockmaster::test {

/**
 * A real file system that can be full, seen by this process and its children alone: a tmpfs in a
 * mount namespace of our own, for ordinary users in a user namespace of their own. Gone with the
 * process, however that ends.
 */
class SmallDisk
{
public:
    /** To be called before there is a second thread. Null and `why` where the system forbids it. */
    static std::unique_ptr<SmallDisk> make(qint64 bytes, QString *why);
    ~SmallDisk();
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;

    QString path() const { return m_directory.path(); }
    /** Leaves so many pages of 4096 bytes: a file may still grow in its last one. @return done */
    bool fill(int pagesLeft = 0);
    void clear(); ///< what `fill()` took

private:
    SmallDisk() = default;
    QByteArray ballast() const;

    const QTemporaryDir m_directory;
};

} // namespace lockmaster::test
