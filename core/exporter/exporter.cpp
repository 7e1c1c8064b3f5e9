// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/exporter.h"

#include "core/exporter/peers.h"

#include <prometheus/counter.h>
#include <prometheus/registry.h>
#include <prometheus/summary.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <sstream>

#include <microhttpd.h>
#include <sys/resource.h>
#include <sys/socket.h>

namespace lockmaster {

namespace {

constexpr size_t mostSilent = 128;
/** Each may be megabytes. */
constexpr size_t mostAnswered = 8;
/** More is accepted than stays, so that there is always one to be cut for the newest. */
constexpr size_t acceptedBeyond = 64;
/** Holds a request's header, which is refused where it is longer. */
constexpr size_t bytesOfOne = 8192;
constexpr unsigned silenceSeconds = 10;
constexpr qsizetype mostRefusalsTold = 8;
/** So many that are being answered are a crowd, whose answers are rendered once in that time. */
constexpr size_t crowd = 4;
constexpr std::chrono::milliseconds sharedFor(100);
constexpr int sendBuffer = 64 * 1024;

constexpr char textType[] = "text/plain; charset=utf-8";
constexpr char metricsType[] = "text/plain; version=0.0.4; charset=utf-8";

/** What each connection may cost is not to be missing for the servers that are watched. */
size_t silentOnes()
{
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0)
        return mostSilent;
    return std::clamp<size_t>(files.rlim_cur / 4, 4, mostSilent);
}

/** What is counted of the serving itself. */
struct Instruments {
    prometheus::Registry registry;
    prometheus::Counter &bytes = prometheus::BuildCounter()
                                     .Name("exposer_transferred_bytes_total")
                                     .Help("Transferred bytes to metrics services")
                                     .Register(registry)
                                     .Add({});
    prometheus::Counter &scrapes = prometheus::BuildCounter()
                                       .Name("exposer_scrapes_total")
                                       .Help("Number of times metrics were scraped")
                                       .Register(registry)
                                       .Add({});
    prometheus::Summary &latencies =
        prometheus::BuildSummary()
            .Name("exposer_request_latencies")
            .Help("Latencies of serving scrape requests, in microseconds")
            .Register(registry)
            .Add({}, prometheus::Summary::Quantiles{{0.5, 0.05}, {0.9, 0.01}, {0.99, 0.001}});
};

struct Answer {
    unsigned status = MHD_HTTP_OK;
    std::string body;
    const char *type = textType;
    bool isMetrics = false; ///< the body is `Exporter::Private::metrics()`
};

/** Takes the answer over; null: there is no memory. */
MHD_Response *responseOf(std::unique_ptr<Answer> answer)
{
    const auto free = [](void *done) { delete static_cast<Answer *>(done); };
    MHD_Response *const response = MHD_create_response_from_buffer_with_free_callback_cls(
        answer->body.size(), answer->body.data(), free, answer.get());
    if (!response)
        return nullptr;
    const Answer &kept = *answer.release();
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, kept.type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (kept.status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    return response;
}

/** What a request asks for: the path, and of which host; a whole address says both itself. */
struct Target {
    std::string_view path;
    std::optional<QByteArrayView> host;
};

Target targetOf(std::string_view asked)
{
    constexpr std::string_view scheme = "http://";
    if (!asked.starts_with(scheme))
        return {asked, std::nullopt};
    asked.remove_prefix(scheme.size());
    const size_t slash = std::min(asked.find('/'), asked.size());
    const auto host = QByteArrayView(asked.data(), qsizetype(slash));
    return {slash < asked.size() ? asked.substr(slash) : std::string_view("/"), host};
}

QByteArrayList hostsOf(MHD_Connection *connection)
{
    QByteArrayList hosts;
    const auto take = [](void *list, MHD_ValueKind, const char *key, const char *value) {
        if (qstricmp(key, MHD_HTTP_HEADER_HOST) == 0)
            static_cast<QByteArrayList *>(list)->append(QByteArray(value ? value : ""));
        return MHD_YES;
    };
    MHD_get_connection_values(connection, MHD_HEADER_KIND, take, &hosts);
    return hosts;
}

} // namespace

struct Exporter::Private {
    ListenAddress address;
    HostNames names;
    Collect collect;
    Refused refused;
    Instruments instruments;
    QByteArrayList told; ///< hosts that were refused
    Peers peers{silentOnes(), mostAnswered};
    MHD_Daemon *daemon = nullptr;
    MHD_Response *shared = nullptr; ///< what was rendered last
    size_t sharedSize = 0;
    std::chrono::steady_clock::time_point sharedAt;

    Private() = default;
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;
    ~Private()
    {
        if (shared)
            MHD_destroy_response(shared);
    }

    Answer answer(MHD_Connection *connection, std::string_view url, std::string_view method,
                  std::string_view version);
    std::optional<Answer> refusal(MHD_Connection *connection, const Target &target,
                                  std::string_view version);
    std::string metrics();
    MHD_Response *sharedMetrics();
    void tellRefused(const QByteArray &host);

    static MHD_Result handle(void *self, MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload,
                             size_t *uploadSize, void **request);
    static void notify(void *self, MHD_Connection *connection, void **peer,
                       MHD_ConnectionNotificationCode code);
};

std::string Exporter::Private::metrics()
{
    const auto begun = std::chrono::steady_clock::now();
    MetricFamilies families = instruments.registry.Collect();
    MetricFamilies own = collect();
    std::move(own.begin(), own.end(), std::back_inserter(families));
    std::string out = prometheus::TextSerializer().Serialize(families);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begun;
    instruments.latencies.Observe(took.count());
    return out;
}

/**
 * A crowd gets one rendering: a thousand that ask and never read would each cost as much time and
 * memory, and keep everybody else waiting.
 */
MHD_Response *Exporter::Private::sharedMetrics()
{
    const auto now = std::chrono::steady_clock::now();
    if (!shared || peers.answered() < crowd || now - sharedAt > sharedFor) {
        auto answer = std::make_unique<Answer>(Answer{MHD_HTTP_OK, metrics(), metricsType});
        const size_t size = answer->body.size();
        MHD_Response *const made = responseOf(std::move(answer));
        if (!made)
            return nullptr;
        if (shared)
            MHD_destroy_response(shared);
        shared = made;
        sharedSize = size;
        sharedAt = std::chrono::steady_clock::now();
    }
    instruments.bytes.Increment(double(sharedSize));
    instruments.scrapes.Increment();
    return shared;
}

void Exporter::Private::tellRefused(const QByteArray &host)
{
    if (!refused || told.contains(host) || told.size() >= mostRefusalsTold)
        return;
    told.append(host);
    refused(host);
}

/** Why it is not answered, whatever it asks for. */
std::optional<Answer> Exporter::Private::refusal(MHD_Connection *connection, const Target &target,
                                                 std::string_view version)
{
    const QByteArrayList hosts = hostsOf(connection);
    // No browser leaves it out; a check of before it was invented does.
    const bool mayLeaveOut = version == MHD_HTTP_VERSION_1_0;
    if (hosts.size() > 1 || (hosts.isEmpty() && !mayLeaveOut))
        return Answer{MHD_HTTP_BAD_REQUEST, "A request names one host.\n"};
    if (!target.host && hosts.isEmpty())
        return std::nullopt;
    const QByteArray host = target.host ? target.host->toByteArray() : hosts.front();
    if (names.contain(host))
        return std::nullopt;
    tellRefused(host);
    return Answer{MHD_HTTP_MISDIRECTED_REQUEST,
                  "This host's name is none of those that metrics are told to: a numeric address, "
                  "localhost, and what 'lockctl serve --host NAME' names.\n"};
}

Answer Exporter::Private::answer(MHD_Connection *connection, std::string_view url,
                                 std::string_view method, std::string_view version)
{
    const Target target = targetOf(url);
    if (auto why = refusal(connection, target, version))
        return *std::move(why);
    if (target.path != "/metrics")
        return {MHD_HTTP_NOT_FOUND, "Metrics are at /metrics.\n"};
    if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD)
        return {MHD_HTTP_METHOD_NOT_ALLOWED, "Metrics are read by GET.\n"};
    return {MHD_HTTP_OK, {}, metricsType, true};
}

MHD_Result Exporter::Private::handle(void *self, MHD_Connection *connection, const char *url,
                                     const char *method, const char *version,
                                     const char * /*upload*/, size_t * /*uploadSize*/,
                                     void ** /*request*/)
{
    auto &d = *static_cast<Private *>(self);
    // Answered before anything of a body is read.
    auto answer = std::make_unique<Answer>();
    MHD_Response *metrics = nullptr;
    try {
        *answer = d.answer(connection, url, method, version);
        if (answer->isMetrics)
            metrics = d.sharedMetrics();
    } catch (const std::exception &) {
        *answer = {MHD_HTTP_INTERNAL_SERVER_ERROR, "The metrics could not be collected.\n"};
    }
    const unsigned status = answer->status;
    MHD_Response *const response =
        metrics || answer->isMetrics ? metrics : responseOf(std::move(answer));
    if (!response)
        return MHD_NO;
    const auto *const info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    d.peers.answer(static_cast<Peers::Peer *>(info->socket_context));
    const MHD_Result queued = MHD_queue_response(connection, status, response);
    if (response != metrics)
        MHD_destroy_response(response);
    return queued;
}

void Exporter::Private::notify(void *self, MHD_Connection *connection, void **peer,
                               MHD_ConnectionNotificationCode code)
{
    auto &d = *static_cast<Private *>(self);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        d.peers.remove(static_cast<Peers::Peer *>(*peer));
        return;
    }
    const auto *const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    // By itself the system takes megabytes for whoever does not read: time, memory, and he is
    // counted as answered.
    (void)::setsockopt(info->connect_fd, SOL_SOCKET, SO_SNDBUF, &sendBuffer, sizeof sendBuffer);
    *peer = d.peers.add(info->connect_fd);
}

Result<std::unique_ptr<Exporter>> Exporter::start(const ListenAddress &address, HostNames names,
                                                  Collect collect, Refused refused)
{
    auto d = std::make_unique<Private>();
    d->address = address;
    d->names = std::move(names);
    d->collect = std::move(collect);
    d->refused = std::move(refused);
    const Result<int> listening = listenOn(d->address);
    if (!listening)
        return passOn(listening);
    const auto most = unsigned(silentOnes() + mostAnswered + acceptedBeyond);
    d->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, nullptr, nullptr, &Private::handle, d.get(),
        MHD_OPTION_LISTEN_SOCKET, *listening, MHD_OPTION_CONNECTION_LIMIT, most,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, bytesOfOne, MHD_OPTION_CONNECTION_TIMEOUT,
        silenceSeconds, MHD_OPTION_NOTIFY_CONNECTION, &Private::notify, d.get(), MHD_OPTION_END);
    if (!d->daemon) {
        return failure(ErrorKind::Config,
                       QStringLiteral("Metrics cannot be served on %1.").arg(d->address.text()),
                       QStringLiteral("Look at the limits of this machine: files and threads."));
    }
    return std::unique_ptr<Exporter>(new Exporter(std::move(d)));
}

Exporter::Exporter(std::unique_ptr<Private> theD) : d(std::move(theD)) {}

Exporter::~Exporter()
{
    MHD_stop_daemon(d->daemon);
}

ListenAddress Exporter::address() const
{
    return d->address;
}

} // namespace lockmaster
