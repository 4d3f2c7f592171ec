#include "prey.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace ws::monkey {
namespace {

constexpr int maxCopies = 40;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

} // namespace

QByteArray damaged(QByteArray bytes, Random &random)
{
    if (bytes.isEmpty())
        return bytes;
    const int place = random.below(bytes.size());
    switch (random.below(5)) {
    case 0:
        bytes.truncate(place);
        break;
    case 1:
        for (int i = random.between(1, 30); i > 0; --i)
            bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
        break;
    case 2:
        bytes.insert(place, bytes.mid(random.below(bytes.size()), random.between(1, 4000)));
        break;
    case 3:
        bytes.remove(place, random.between(1, 2000));
        break;
    default:
        for (int i = random.between(1, 20); i > 0; --i) // one more digit makes a time absurd
            bytes.insert(random.below(bytes.size()), random.pick(QByteArray("0189-.eE\",{}[]:")));
    }
    return bytes;
}

Prey::Prey(const QStringList &sources, qint64 maxBytes, QString folder)
    : m_builtIn(builtInTraces()), m_folder(std::move(folder))
{
    const auto add = [&](const QFileInfo &file) {
        if (file.isFile() && file.size() <= maxBytes)
            m_sources << file.absoluteFilePath();
    };
    for (const QString &source : sources) {
        if (!QFileInfo(source).isDir())
            add(QFileInfo(source));
        else
            for (QDirIterator it(source, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
                add(QFileInfo(it.next()));
    }
    m_sources.sort(); // folders list their files in any order
}

QByteArray Prey::content(Random &random, QString &name) const
{
    QByteArray bytes;
    const int source = random.below(sourceCount());
    if (source < m_sources.size()) {
        name = QFileInfo(m_sources[source]).fileName();
        bytes = bytesOf(m_sources[source]);
    } else {
        std::tie(name, bytes) = m_builtIn[static_cast<size_t>(source - m_sources.size())];
    }
    return random.chance(35) ? damaged(bytes, random) : bytes;
}

QString Prey::fetch(Random &random)
{
    if (!m_copies.isEmpty() && random.chance(35))
        return random.pick(m_copies);
    static const QStringList prefixes{{},
                                      {},
                                      {},
                                      QStringLiteral("<b>x & y<7B> "),
                                      QStringLiteral("a#1 "),
                                      QStringLiteral("=1+1 "),
                                      QStringLiteral("名字 ")};
    QString name;
    const QByteArray bytes = content(random, name);
    const QString folder = m_folder + QStringLiteral("/run%1").arg(random.below(3));
    QDir().mkpath(folder);
    const QString path = folder + u'/' + random.pick(prefixes) + name;
    write(path, bytes);
    m_copies.removeAll(path);
    m_copies << path;
    if (m_copies.size() > maxCopies)
        QFile::remove(m_copies.takeFirst());
    return path;
}

QString Prey::disturb(Random &random)
{
    if (m_copies.isEmpty())
        return {};
    const QString path = random.pick(m_copies);
    QString name;
    if (random.chance(15))
        QFile::remove(path);
    else if (random.chance(50))
        write(path, damaged(bytesOf(path), random));
    else
        write(path, content(random, name));
    return path;
}

QString Prey::exportPath(Random &random) const
{
    static const QStringList names{QStringLiteral("out.csv"), QStringLiteral("out.svg"), QStringLiteral("out.json"),
                                   QStringLiteral("none/out.csv")};
    return m_folder + u'/' + random.pick(names);
}

} // namespace ws::monkey
