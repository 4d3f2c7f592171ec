#include "widgets/toolkit/exports.h"

#include <QDir>
#include <QFileInfo>

namespace ws {

Exports &Exports::instance()
{
    static Exports exports;
    return exports;
}

void Exports::noteWritten(const QString &path)
{
    m_folder = QFileInfo(path).absolutePath();
}

QString Exports::proposed(const QString &name) const
{
    const QString beside = m_trace.isEmpty() ? QString() : QFileInfo(m_trace).absolutePath();
    for (const QString &folder : {m_folder, beside, QDir::homePath()})
        if (const QFileInfo info(folder); !folder.isEmpty() && info.isDir() && info.isWritable())
            return QDir(folder).filePath(name);
    return name;
}

} // namespace ws
