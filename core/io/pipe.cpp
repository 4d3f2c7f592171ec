#include "core/io/pipe.h"

#include <QDir>
#include <QFileInfo>

namespace ws {

QString standardInput()
{
    return QStringLiteral("/dev/stdin");
}

QString withStandardInput(const QString &argument)
{
    if (argument != u'-')
        return QDir::fromNativeSeparators(argument);
    const QFileInfo input(standardInput());
    const QString file = input.isFile() ? input.canonicalFilePath() : QString();
    return file.isEmpty() ? standardInput() : file;
}

} // namespace ws
