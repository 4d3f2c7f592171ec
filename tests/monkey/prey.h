#pragma once
// The files that the monkey opens: copies in a folder of its own, many of them damaged. No path that it hands out
// leads out of that folder.

#include "random.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace ws::monkey {

class Prey
{
public:
    /// `sources`: files and folders; files above `maxBytes` are left out. With none of them, only the built-in traces
    /// are used. `folder` exists and is empty.
    Prey(const QStringList &sources, qint64 maxBytes, QString folder);

    /// A new copy, or an existing one.
    QString fetch(Random &random);
    /// Rewrites a copy with another content, or removes it.
    QString disturb(Random &random);
    /// A path for an export; may be an existing file.
    QString exportPath(Random &random) const;
    qsizetype sourceCount() const { return m_sources.size() + static_cast<qsizetype>(m_builtIn.size()); }

private:
    QByteArray content(Random &random, QString &name) const;

    QStringList m_sources;
    std::vector<std::pair<QString, QByteArray>> m_builtIn;
    QString m_folder;
    QStringList m_copies;
};

/// Cuts, flips, repeats or removes bytes.
QByteArray damaged(QByteArray bytes, Random &random);

/// Small traces with rare content: names that are markup, names of 70,000 characters, deep
/// arguments, extreme times, many rows, slices on pixel edges.
std::vector<std::pair<QString, QByteArray>> builtInTraces();

} // namespace ws::monkey
