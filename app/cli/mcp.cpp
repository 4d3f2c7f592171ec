// warpscope-cli mcp [--root DIR]… [--out DIR] [--memory MB]: the streams of the server. What comes in is read by a
// thread of its own, which cancels the call that runs and answers what needs no work: a ping need not wait.

#include "app/cli/mcpserver.h"
#include "core/base/platform.h"

#include <QDir>
#include <QFileInfo>

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace ws::cli {
namespace {

constexpr size_t longestLine = 4 << 20;
constexpr size_t waitingBytes = 16 << 20, waitingLines = 10'000;
constexpr size_t keptCancellations = 1000;

struct Line
{
    std::string text = {};
    bool isTooLong = false;
};

/// Messages on standard output, of both threads.
class Answers
{
public:
    explicit Answers(FILE *output) : m_output(output) {}
    ~Answers() { fclose(m_output); }
    Answers(const Answers &) = delete;

    void put(std::string answer)
    {
        const std::lock_guard lock(m_mutex);
        answer += '\n';
        m_isBroken =
            m_isBroken || fwrite(answer.data(), 1, answer.size(), m_output) != answer.size() || fflush(m_output) != 0;
    }
    bool isBroken()
    {
        const std::lock_guard lock(m_mutex);
        return m_isBroken;
    }

private:
    FILE *m_output;
    std::mutex m_mutex;
    bool m_isBroken = false; ///< nobody reads any more
};

/// The lines of standard input. What the server answers at once is answered here.
class Lines
{
public:
    Lines(const McpServer &server, Answers &answers)
        : m_server(server), m_answers(answers), m_thread([this] { read(); })
    {
    }
    ~Lines() { m_thread.join(); }

    /// Waits for one that the client still wants answered; nothing: the input has ended. The call that answers it is
    /// ended by `progress`.
    std::optional<Line> next(Progress &progress)
    {
        std::unique_lock lock(m_mutex);
        m_progress = nullptr;
        for (;;) {
            m_current.clear();
            m_hasLine.wait(lock, [this] { return !m_waiting.empty() || m_isAtEnd; });
            if (m_waiting.empty())
                return std::nullopt;
            Line line = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_bytes -= line.text.size();
            m_hasRoom.notify_one();
            m_current = line.isTooLong ? std::string() : idOfRequest(line.text);
            if (!m_current.empty() && m_cancelled.erase(m_current) > 0)
                continue;
            m_progress = &progress;
            return line;
        }
    }

    /// The client wants no answer to the line that next() gave last.
    bool isCancelled()
    {
        const std::lock_guard lock(m_mutex);
        m_progress = nullptr;
        return !m_current.empty() && m_cancelled.erase(m_current) > 0;
    }

private:
    void read()
    {
        std::string buffer(1 << 16, '\0');
        Line line;
        for (;;) {
            const int64_t got = platform::readInput(buffer.data(), buffer.size());
            if (got <= 0)
                break;
            std::string_view rest(buffer.data(), size_t(got));
            while (!rest.empty()) {
                const size_t end = rest.find('\n');
                const std::string_view piece = rest.substr(0, end);
                line.isTooLong = line.isTooLong || line.text.size() + piece.size() > longestLine;
                if (line.isTooLong)
                    line.text.clear();
                else
                    line.text += piece;
                rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
                if (end != std::string_view::npos)
                    put(std::exchange(line, {}));
            }
        }
        put(std::move(line)); // the last one may lack its end
        const std::lock_guard lock(m_mutex);
        m_isAtEnd = true;
        m_hasLine.notify_one();
    }

    void put(Line line)
    {
        if (!line.isTooLong && line.text.find_first_not_of(" \t\r") == std::string::npos)
            return;
        if (!line.isTooLong)
            if (std::string answer = m_server.answerAtOnce(line.text); !answer.empty())
                return m_answers.put(std::move(answer));
        const std::string cancelled = line.isTooLong ? std::string() : idOfCancelled(line.text);
        std::unique_lock lock(m_mutex);
        if (!cancelled.empty()) {
            if (m_cancelled.size() >= keptCancellations) // of calls that had been answered
                m_cancelled.clear();
            m_cancelled.insert(cancelled);
            if (m_progress && cancelled == m_current)
                m_progress->cancel();
            return;
        }
        m_hasRoom.wait(lock, [this] { return m_bytes < waitingBytes && m_waiting.size() < waitingLines; });
        m_bytes += line.text.size();
        m_waiting.push_back(std::move(line));
        m_hasLine.notify_one();
    }

    const McpServer &m_server;
    Answers &m_answers;
    std::mutex m_mutex;
    std::condition_variable m_hasLine, m_hasRoom;
    std::deque<Line> m_waiting;
    size_t m_bytes = 0;
    bool m_isAtEnd = false;
    std::string m_current;
    Progress *m_progress = nullptr; ///< of the call that runs
    std::set<std::string> m_cancelled;
    std::thread m_thread; ///< the last member: it uses all others
};

int serve(McpServer &server)
{
    FILE *output = platform::takeOutput(); // for messages alone
    if (!output) {
        printError(App::tr("the output could not be written"));
        return Unreadable;
    }
    Answers answers(output);
    Lines lines(server, answers);
    for (;;) {
        Progress progress;
        const std::optional<Line> line = lines.next(progress);
        if (!line)
            break;
        std::string answer = answers.isBroken() ? std::string()
                             : line->isTooLong  ? McpServer::refusal(-32600, "a message of more than 4 MB")
                                                : server.answer(line->text, progress);
        if (!lines.isCancelled() && !answer.empty())
            answers.put(std::move(answer));
    }
    return answers.isBroken() ? Unreadable : Ok;
}

} // namespace

int runMcp(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption root(
        QStringLiteral("root"),
        App::tr("a folder whose files may be read, the current one without; may be given often"),
        QStringLiteral("DIR"));
    const QCommandLineOption out(QStringLiteral("out"),
                                 App::tr("the folder that pictures are written to; without it they are in the answers"),
                                 QStringLiteral("DIR"));
    const QCommandLineOption memory(
        QStringLiteral("memory"),
        App::tr(
            "memory that open files may take, in MB, 4096 without; those that were not used for longest are closed"),
        QStringLiteral("MB"));
    parser.addOptions({root, out, memory});
    if (const auto exit = parse(self, parser, arguments, 0, 0))
        return *exit;
    bool isNumber = true;
    const uint megabytes = parser.isSet(memory) ? parser.value(memory).toUInt(&isNumber) : 4096;
    if (!isNumber)
        return wrongUsage(self, App::tr("--memory takes a number of 0 or more"));
    Result<ReadRoots> roots = ReadRoots::of(parser.values(root));
    if (!roots) {
        printError(roots.error().text());
        return Unreadable;
    }
    const QString folder = parser.value(out);
    if (parser.isSet(out) && !QFileInfo(folder).isDir()) {
        printError(App::tr("%1: there is no such folder").arg(folder));
        return Unreadable;
    }
    McpServer server({std::move(*roots), parser.isSet(out) ? QFileInfo(folder).canonicalFilePath() : QString(),
                      int64_t(megabytes) << 20});
    return serve(server);
}

} // namespace ws::cli
