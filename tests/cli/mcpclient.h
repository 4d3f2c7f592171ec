#pragma once
// A client of `warpscope-cli mcp`, which answers one message after the other.

#include "paths.h"
#include "tests/cli/cliprocess.h"

#include <QProcess>

namespace ws::test {

class McpClient
{
public:
    using Json = nlohmann::json;

    /// `sanitizerOptions` are further ASAN_OPTIONS of the server.
    explicit McpClient(const QStringList &arguments, const QString &sanitizerOptions = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QString variable = QStringLiteral("ASAN_OPTIONS");
        environment.insert(variable, environment.value(variable) + u':' + sanitizerOptions);
        m_process.setProcessEnvironment(environment);
        m_process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"),
                        QStringList{QStringLiteral("mcp")} + arguments);
        EXPECT_TRUE(m_process.waitForStarted());
    }
    ~McpClient()
    {
        m_process.closeWriteChannel();
        EXPECT_TRUE(m_process.waitForFinished(60'000));
        EXPECT_EQ(m_process.exitCode(), 0);
        EXPECT_EQ(m_process.exitStatus(), QProcess::NormalExit);
        EXPECT_EQ(m_process.readAllStandardError().toStdString(), "");
    }
    McpClient(const McpClient &) = delete;

    void send(const std::string &line) { m_process.write(QByteArray::fromStdString(line + '\n')); }
    Json receive()
    {
        while (!m_process.canReadLine())
            if (!m_process.waitForReadyRead(60'000))
                return "no answer";
        return Json::parse(m_process.readLine().toStdString(), nullptr, false);
    }
    /// Until it has probably begun to work; for the order of the test it need not have.
    void settle()
    {
        while (m_process.bytesToWrite() > 0)
            m_process.waitForBytesWritten(1000);
        m_process.waitForReadyRead(200);
    }
    Json ask(const Json &message)
    {
        send(message.dump());
        return receive();
    }
    Json request(const std::string &method, const Json &params = Json::object())
    {
        return ask({{"jsonrpc", "2.0"}, {"id", ++m_id}, {"method", method}, {"params", params}});
    }
    /// The result of a tool.
    Json call(const std::string &tool, const Json &arguments = Json::object())
    {
        const Json answer = request("tools/call", {{"name", tool}, {"arguments", arguments}});
        EXPECT_EQ(answer["id"], m_id);
        return answer.contains("result") ? answer["result"] : answer;
    }
    /// Its structured answer.
    Json answerOf(const std::string &tool, const Json &arguments)
    {
        const Json result = call(tool, arguments);
        EXPECT_TRUE(result.contains("structuredContent")) << result.dump();
        if (!result.contains("structuredContent"))
            return Json::object();
        EXPECT_EQ(Json::parse(result["content"].back()["text"].get<std::string>()), result["structuredContent"]);
        return result["structuredContent"];
    }
    qint64 processId() const { return m_process.processId(); }

private:
    QProcess m_process;
    int m_id = 0;
};

} // namespace ws::test
