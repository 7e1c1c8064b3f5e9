// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace lockmaster::test {

/**
 * A session bus of its own, and a GNOME keyring on it that is unlocked. Both end with this object,
 * and what they kept goes with it. Blocking; GUI-less.
 */
class SecretService
{
public:
    /** Null and `why` where a program is missing or does not start. */
    static std::unique_ptr<SecretService> start(QString *why);
    /** The bus alone: nobody keeps secrets on it. */
    static std::unique_ptr<SecretService> startEmptyBus(QString *why);
    ~SecretService();

    QByteArray address() const { return m_address; }
    /** What a program needs to find it: `NAME=value`. */
    QStringList environment() const;

private:
    SecretService() = default;
    bool startBus(QString *why);
    bool startKeyring(QString *why);

    QTemporaryDir m_directory;
    QProcess m_bus;
    QProcess m_keyring;
    QByteArray m_address;
};

} // namespace lockmaster::test
