#include "tests/cli/cliprocess.h"
#include "paths.h"

#include <QFile>
#include <QProcess>
#include <QStringList>

#include <fstream>
#include <sstream>

namespace ws::test {

CliOutput cli(const std::vector<std::string> &arguments)
{
    QStringList list;
    for (const std::string &argument : arguments)
        list.append(QString::fromStdString(argument));
    QProcess process;
    process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"), list);
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, process.readAllStandardError().toStdString()};
    return {process.exitCode(), process.readAllStandardOutput().toStdString(),
            process.readAllStandardError().toStdString()};
}

std::string CliTest::file(const std::string &name, std::string_view content) const
{
    QFile file(QString::fromStdString(path(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content.data(), static_cast<qint64>(content.size()));
    return path(name);
}

std::string readAll(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace ws::test
