#include "core/io/pipe.h"

#include <QFile>
#include <QFileInfo>

#include <filesystem>

namespace ws {

bool isPipe(const QString &path)
{
    std::error_code unknown;
    const auto kind = std::filesystem::status(QFile::encodeName(path).toStdString(), unknown).type();
    return kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::socket;
}

QString standardInput()
{
    return QStringLiteral("/dev/stdin");
}

QString withStandardInput(const QString &argument)
{
    if (argument != u'-')
        return argument;
    const QFileInfo input(standardInput());
    const QString file = input.isFile() ? input.canonicalFilePath() : QString();
    return file.isEmpty() ? standardInput() : file;
}

} // namespace ws
