#include "core/session/digestfile.h"

#include "core/base/texts.h"
#include "core/io/readroots.h"
#include "core/session/digestfields.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>

#include <cstring>

namespace ws {
namespace {

using namespace digestfields;

const QByteArray magic = "warpscope-digest ";
constexpr qint64 maxDigestBytes = 4 << 20;
constexpr uint64_t maxBlockBytes = 64 << 20; // unpacked

Error malformed(const QString &message, int64_t offset)
{
    return {ErrorKind::Malformed, message, {}, offset};
}

/// What the lists say of each other; a file from elsewhere may say anything.
bool isConsistent(const RankDigest &digest)
{
    if (digest.stepStageNs.size() != digest.steps.size() * digest.stages.size())
        return false;
    for (const DigestCollective &one : digest.collectives)
        if (one.kind >= digest.kinds.size() || (one.step != UINT32_MAX && one.step >= digest.steps.size()) ||
            one.durationNs < 0 || one.planesNs < DigestCollective::unrecordedPlanes)
            return false;
    for (const DigestStep &step : digest.steps)
        if (step.work.end < step.work.begin)
            return false;
    int64_t last = INT64_MIN;
    for (const DigestOverlap &one : digest.overlaps) {
        int64_t end = 0;
        if (one.startNs < last || one.durationNs <= 0 || one.hiddenNs < 0 || one.hiddenNs > one.durationNs ||
            __builtin_add_overflow(one.startNs, one.durationNs, &end))
            return false;
        last = end;
    }
    return true;
}

} // namespace

std::string writeDigests(const std::vector<RankDigestPtr> &digests)
{
    Writer writer;
    writer.number(digests.size());
    for (const RankDigestPtr &one : digests) {
        RankDigest copy = *one; // the walk over the fields may write to what it is given
        digest(writer, copy, digestVersion);
    }
    const QByteArray packed =
        qCompress(reinterpret_cast<const uchar *>(writer.bytes.data()), qsizetype(writer.bytes.size()), 9);
    QByteArray file = magic + QByteArray::number(digestVersion) + '\n' + QByteArray::number(packed.size()) + ' ' +
                      QByteArray::number(qChecksum(packed)) + '\n' + packed;
    return file.toStdString();
}

Result<std::vector<RankDigestPtr>> readDigests(std::string_view bytes)
{
    const QByteArray file = QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()));
    if (!file.startsWith(magic))
        return Error{ErrorKind::UnknownFormat, Core::tr("this is no digest of Warpscope"), {}, 0};
    const qsizetype firstLine = file.indexOf('\n'), secondLine = file.indexOf('\n', firstLine + 1);
    const QByteArray versionText = file.mid(magic.size(), firstLine - magic.size());
    const int version = versionText.toInt();
    if (firstLine < 0 || version < oldestDigestVersion || version > digestVersion ||
        versionText != QByteArray::number(version))
        return Error{ErrorKind::Unsupported,
                     Core::tr("a digest of version %1, this program reads version %2; make it again from its trace")
                         .arg(QString::fromLatin1(versionText.left(20)))
                         .arg(digestVersion),
                     {},
                     magic.size()};
    const QList<QByteArray> numbers = file.mid(firstLine + 1, secondLine - firstLine - 1).split(' ');
    const QByteArray packed = file.mid(secondLine + 1);
    if (secondLine < 0 || numbers.size() != 2 || numbers[0].toLongLong() != packed.size())
        return malformed(Core::tr("the digest is cut: make it again from its trace"), file.size());
    uint32_t unpacked = 0;
    if (packed.size() >= 4)
        std::memcpy(&unpacked, packed.data(), 4);
    unpacked = __builtin_bswap32(unpacked); // the length that qCompress() puts in front
    if (numbers[1].toUInt() != qChecksum(packed) || unpacked > maxBlockBytes)
        return malformed(Core::tr("the digest is damaged: make it again from its trace"), secondLine + 1);
    const QByteArray block = qUncompress(packed);
    Reader reader(std::string_view(block.constData(), size_t(block.size())));
    try {
        std::vector<RankDigestPtr> digests;
        const uint64_t count = reader.number();
        for (uint64_t i = 0; i < count; ++i) {
            const auto one = std::make_shared<RankDigest>();
            digest(reader, *one, version);
            if (!isConsistent(*one))
                throw Damage("lists contradict each other");
            digests.push_back(one);
        }
        if (!reader.isAtEnd())
            throw Damage("more than the digests is in the block");
        return digests;
    } catch (const Damage &damage) {
        return malformed(Core::tr("the digest is damaged (%1): make it again from its trace")
                             .arg(QString::fromLatin1(damage.what())),
                         int64_t(reader.position()));
    }
}

Result<std::vector<RankDigestPtr>> loadDigests(const QString &path)
{
    const auto failed = [&](ErrorKind kind, const QString &message) { return Error{kind, message, path, -1}; };
    if (auto refused = outsideReadRoots(path))
        return *refused;
    QFile file(path);
    if (!QFileInfo::exists(path))
        return failed(ErrorKind::NotFound, Core::tr("the file does not exist"));
    if (!file.open(QIODevice::ReadOnly))
        return failed(ErrorKind::Unreadable, file.errorString());
    if (file.size() > maxDigestBytes)
        return failed(ErrorKind::TooLarge, Core::tr("a digest has at most %1 MB").arg(maxDigestBytes >> 20));
    const QByteArray bytes = file.readAll();
    auto digests = readDigests({bytes.constData(), size_t(bytes.size())});
    if (!digests)
        digests.error().file = path;
    return digests;
}

bool isDigestFile(const QString &path)
{
    QFile file(path);
    return !outsideReadRoots(path) && file.open(QIODevice::ReadOnly) && file.peek(magic.size()) == magic;
}

} // namespace ws
