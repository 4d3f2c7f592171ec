#include "core/io/pipe.h"

#include <QFile>

#include <filesystem>

namespace ws {

bool isPipe(const QString &path)
{
    std::error_code unknown;
    return std::filesystem::is_fifo(QFile::encodeName(path).toStdString(), unknown);
}

} // namespace ws
