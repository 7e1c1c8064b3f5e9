// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqllogin.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/transport/socketpeer.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <mysql.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <array>
#include <memory>

// The client library's contract with its plugins. Debian's package ships a header for it that
// includes one that it does not ship.
extern "C" {
struct st_plugin_vio {
    int (*read_packet)(st_plugin_vio *, unsigned char **);
    int (*write_packet)(st_plugin_vio *, const unsigned char *, size_t);
    void (*info)(st_plugin_vio *, struct st_plugin_vio_info *);
};
struct st_plugin_vio_info {
    int protocol;
    int socket;
};
struct lockmaster_way_to_log_in {
    st_mysql_client_plugin head;
    int (*authenticate_user)(st_plugin_vio *, st_mysql *);
};
}

namespace lockmaster {

namespace {

// Of the same contract.
constexpr int authentication = 2;
constexpr unsigned int interfaceVersion = 0x0100;
constexpr int unixSocket = 2;
constexpr int done = -1;
constexpr int loginFailed = 0;

thread_local SqlLogin *currentLogin = nullptr;

using PublicKey = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

/** From text in PEM; null where it holds no RSA key. */
PublicKey publicKey(const QByteArray &pem)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> source(
        BIO_new_mem_buf(pem.constData(), int(pem.size())), BIO_free);
    PublicKey key(source ? PEM_read_bio_PUBKEY(source.get(), nullptr, nullptr, nullptr) : nullptr,
                  EVP_PKEY_free);
    if (key && EVP_PKEY_is_a(key.get(), "RSA") != 1)
        key.reset();
    return key;
}

/** Empty where it is too long for the key. */
QByteArray encrypted(const QByteArray &text, const QByteArray &pem)
{
    const PublicKey key = publicKey(pem);
    if (!key)
        return {};
    const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> context(
        EVP_PKEY_CTX_new(key.get(), nullptr), EVP_PKEY_CTX_free);
    if (!context || EVP_PKEY_encrypt_init(context.get()) <= 0
        || EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_OAEP_PADDING) <= 0)
        return {};
    auto size = static_cast<size_t>(EVP_PKEY_get_size(key.get()));
    QByteArray result(qsizetype(size), '\0');
    if (EVP_PKEY_encrypt(context.get(), reinterpret_cast<unsigned char *>(result.data()), &size,
                         reinterpret_cast<const unsigned char *>(text.constData()),
                         static_cast<size_t>(text.size()))
        <= 0)
        return {};
    result.truncate(qsizetype(size));
    return result;
}

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

/** `mask` over and over. */
void mix(QByteArray &bytes, const QByteArray &mask)
{
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(bytes[i] ^ mask[i % mask.size()]);
}

/** One server's questions, while it is logged in to. */
class Conversation
{
public:
    Conversation(st_plugin_vio *vio, MYSQL *mysql)
        : m_vio(vio), m_password(mysql->passwd ? mysql->passwd : "")
    {
    }
    ~Conversation() { m_password.fill('\0'); }
    Conversation(const Conversation &) = delete;
    Conversation &operator=(const Conversation &) = delete;

    bool hasPassword() const { return !m_password.isEmpty(); }

    /** None where the server breaks off, asks for another way or says too much. */
    std::optional<QByteArray> receive(qsizetype most = mostOfAPacket)
    {
        unsigned char *packet = nullptr;
        const int size = m_vio->read_packet(m_vio, &packet);
        if (size < 0 || size > most)
            return std::nullopt;
        return QByteArray(reinterpret_cast<const char *>(packet), size);
    }

    bool send(const QByteArray &packet)
    {
        return m_vio->write_packet(m_vio,
                                   reinterpret_cast<const unsigned char *>(packet.constData()),
                                   static_cast<size_t>(packet.size()))
               == 0;
    }

    bool receiveSalt()
    {
        constexpr qsizetype sizeOfSalt = 20;
        const auto packet = receive();
        if (!packet || packet->size() != sizeOfSalt + 1) // a zero ends it
            return false;
        m_salt = packet->first(sizeOfSalt);
        return true;
    }

    /** So that who knows a hash of a hash of it can tell that we know it. */
    QByteArray proof() const
    {
        QByteArray proof = sha256(m_password);
        mix(proof, sha256(sha256(proof) + m_salt));
        return proof;
    }

    SqlLogin::Telling telling(bool encrypts = true)
    {
        st_plugin_vio_info info{};
        m_vio->info(m_vio, &info);
        SqlLogin *const login = SqlLogin::current();
        return login ? login->telling(info.socket, encrypts) : SqlLogin::Telling::Refused;
    }

    bool tellInTheClear() { return send(m_password + '\0'); }

    bool tellFor(const QByteArray &key)
    {
        QByteArray told = m_password + '\0';
        mix(told, m_salt);
        const QByteArray sealed = encrypted(told, key);
        told.fill('\0');
        return !sealed.isEmpty() && send(sealed);
    }

private:
    static constexpr qsizetype mostOfAPacket = 16 << 10;

    st_plugin_vio *const m_vio;
    QByteArray m_password;
    QByteArray m_salt;
};

int end(bool worked)
{
    return worked ? done : loginFailed;
}

/** A server that knows a hash of the password from an earlier login is satisfied by a proof. */
int logInByCachingSha2(st_plugin_vio *vio, MYSQL *mysql)
{
    Conversation server(vio, mysql);
    if (!server.receiveSalt())
        return loginFailed;
    if (!server.hasPassword())
        return end(server.send({}));
    if (!server.send(server.proof()))
        return loginFailed;
    const auto answer = server.receive();
    if (answer == QByteArray("\x03"))
        return done;
    if (answer != QByteArray("\x04"))
        return loginFailed;
    switch (server.telling()) {
    case SqlLogin::Telling::Clear: return end(server.tellInTheClear());
    case SqlLogin::Telling::ForKey: return end(server.tellFor(SqlLogin::current()->key()));
    default: return loginFailed;
    }
}

int logInBySha256(st_plugin_vio *vio, MYSQL *mysql)
{
    Conversation server(vio, mysql);
    if (!server.receiveSalt())
        return loginFailed;
    if (!server.hasPassword())
        return end(server.send({}));
    const auto telling = server.telling();
    if (telling == SqlLogin::Telling::Refused)
        return loginFailed;
    if (telling == SqlLogin::Telling::ForKey)
        return end(server.tellFor(SqlLogin::current()->key()));
    // Such a server does not count a unix socket as safe, and hands out its key.
    st_plugin_vio_info info{};
    vio->info(vio, &info);
    if (info.protocol != unixSocket || SqlLogin::current()->isEncrypted())
        return end(server.tellInTheClear());
    const auto key = server.send("\x01") ? server.receive() : std::nullopt;
    return end(key && server.tellFor(*key));
}

int logInInTheClear(st_plugin_vio *vio, MYSQL *mysql)
{
    Conversation server(vio, mysql);
    return end(server.telling(false) == SqlLogin::Telling::Clear && server.tellInTheClear());
}

/** Why the password is not told to whoever asks for it. */
Error passwordKeptBack(const Endpoint &endpoint, const SocketPeer &peer, bool encrypts)
{
    const QString asks = Words::tr("%1 asks for the password of '%2' itself.")
                             .arg(endpoint.address, literalText(endpoint.user));
    if (!endpoint.isOverOwnSocket() && !encrypts) {
        return {ErrorKind::Auth, 0, asks,
                Words::tr("It wants it in the clear (mysql_clear_password), and is told it only "
                          "where it is known: use TLS (tls=verify).")};
    }
    if (!endpoint.isOverOwnSocket()) {
        return {
            ErrorKind::Auth, 0, asks,
            Words::tr("It is told only to a server that is known: use TLS (tls=verify), or name a "
                      "copy of the server's public_key.pem (server_public_key=FILE).")};
    }
    const QString whose =
        peer.program.isEmpty()
            ? Words::tr("Which program listens there cannot be seen from here (it runs in a "
                        "container, or its account hides it).")
        : peer.isSqlServer() ? Words::tr("What listens there calls itself '%1', but others than "
                                         "root and user %2 may put a socket there as well.")
                                   .arg(literalText(peer.program), QString::number(peer.user))
                             : Words::tr("What listens there is '%1', and no MySQL or MariaDB.")
                                   .arg(literalText(peer.program));
    if (!encrypts) {
        return {ErrorKind::Auth, 0, asks + u' ' + whose,
                Words::tr("It wants it in the clear (mysql_clear_password), and is told it only "
                          "where it is known: connect over TCP with TLS (tls=verify).")};
    }
    return {ErrorKind::Auth, 0, asks + u' ' + whose,
            Words::tr(
                "It is told only to a server that is known: connect over TCP with TLS "
                "(tls=verify), through a tunnel by ssh -L 127.0.0.1:PORT:HOST:3306, or name a copy "
                "of the server's public_key.pem (server_public_key=FILE).")};
}

lockmaster_way_to_log_in wayToLogIn(const char *name, int (*logIn)(st_plugin_vio *, st_mysql *))
{
    lockmaster_way_to_log_in way{};
    way.head.type = authentication;
    way.head.interface_version = interfaceVersion;
    way.head.name = name;
    way.head.author = "Lockmaster";
    way.head.desc = "tells the password to nobody who is not known";
    way.head.version[0] = 1;
    way.head.license = "Apache-2.0";
    way.authenticate_user = logIn;
    return way;
}

} // namespace

bool SqlLogin::install()
{
    // The library keeps pointers to them to its end.
    static std::array ways = {wayToLogIn("caching_sha2_password", logInByCachingSha2),
                              wayToLogIn("sha256_password", logInBySha256),
                              wayToLogIn("mysql_clear_password", logInInTheClear)};
    MYSQL *const library = ::mysql_init(nullptr);
    if (!library)
        return false;
    bool ours = true;
    for (auto &way : ways)
        ours = ::mysql_client_register_plugin(library, &way.head) == &way.head && ours;
    ::mysql_close(library);
    return ours;
}

SqlLogin::SqlLogin(const Endpoint &endpoint, QByteArray key)
    : m_endpoint(endpoint), m_key(std::move(key))
{
    currentLogin = this;
}

SqlLogin::~SqlLogin()
{
    currentLogin = nullptr;
}

SqlLogin *SqlLogin::current()
{
    return currentLogin;
}

Result<QByteArray> SqlLogin::serverKey(const Endpoint &endpoint)
{
    const QString &path = endpoint.publicKeyFile;
    if (path.isEmpty())
        return QByteArray();
    // Opening a pipe waits for somebody who writes into it.
    if (const QFileInfo info(path); info.exists() && !info.isFile())
        return failure(ErrorKind::Config, Words::tr("%1 is not a file.").arg(literalText(path)),
                       Words::tr("server_public_key takes a copy of the server's "
                                 "public_key.pem, from its data directory."));
    QFile file(path);
    constexpr qint64 largest = 64 << 10;
    const QByteArray pem = file.open(QIODevice::ReadOnly) ? file.read(largest) : QByteArray();
    if (publicKey(pem))
        return pem;
    return failure(ErrorKind::Config,
                   file.isOpen() ? Words::tr("%1 holds no RSA public key.").arg(literalText(path))
                                 : Words::tr("The file %1 cannot be read: %2.")
                                       .arg(literalText(path), file.errorString()),
                   Words::tr("server_public_key takes a copy of the server's "
                             "public_key.pem, from its data directory."));
}

QString SqlLogin::allowedWays(const Endpoint &endpoint)
{
    // The library holds a way to be in the list whose name is a part of the list.
    static const bool installed = install();
    QStringList ways{QStringLiteral("mysql_native_password"), QStringLiteral("client_ed25519"),
                     QStringLiteral("parsec")};
    if (installed)
        ways << QStringLiteral("caching_sha2_password") << QStringLiteral("sha256_password")
             << QStringLiteral("mysql_clear_password");
    // The server says for whom the ticket is, which may be somebody else's door.
    if (endpoint.tls == TlsMode::Verify)
        ways << QStringLiteral("auth_gssapi_client");
    return ways.join(QLatin1Char(','));
}

SqlLogin::Telling SqlLogin::telling(int socket, bool encrypts)
{
    // The library sends no word of a login before it verified the certificate.
    if (m_endpoint.tls == TlsMode::Verify)
        return Telling::Clear;
    const SocketPeer peer = SocketPeer::of(socket);
    if (m_endpoint.isOverOwnSocket() && peer.isSqlServer()
        && isGuardedFromOthers(QFile::encodeName(m_endpoint.socketPath), peer))
        return Telling::Clear;
    if (encrypts && !m_key.isEmpty())
        return Telling::ForKey;
    m_refusal = passwordKeptBack(m_endpoint, peer, encrypts);
    return Telling::Refused;
}

} // namespace lockmaster
