#include "core/readers/packed/packedrun.h"

#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/remote/remotecache.h"
#include "core/model/eventtext.h"
#include "core/readers/packed/packpreview.h"
#include "core/readers/packed/remotetext.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

/// Says where the texts of events are.
class PackedText : public EventText
{
public:
    explicit PackedText(QString source) : m_source(std::move(source)) {}
    Result<nlohmann::ordered_json> event(const Run &run, EventRef) const override
    {
        return Error{ErrorKind::Unsupported,
                     Core::tr("arguments of events are not in a packed run, but in the trace that it was made from: %1")
                         .arg(m_source),
                     run.info.stamp.path};
    }

private:
    const QString m_source;
};

} // namespace

Match matchPacked(const Head &head)
{
    return head.bytes.starts_with(packMagic) ? Match::Certain : Match::No;
}

Result<RunPtr> readPacked(ByteSource &source, Progress &progress)
{
    const Result<PackSections> sections = PackSections::read(source, progress, [&](const PackSection &section) {
        if (progress.preview)
            showFront(section, *progress.preview);
    });
    if (!sections)
        return sections.error();
    if (sections->isCut())
        return Error{ErrorKind::Malformed,
                     Core::tr("the packed run ends early: the file is cut; copy or download it again"), source.path(),
                     source.packedPosition()};
    Result<std::shared_ptr<Run>> run = unpackRun(*sections, source.path());
    if (!run)
        return run.error();
    RunInfo &info = (*run)->info;
    const bool isPackedOnHost = remoteOf(source.path()) && spoolState(source.path()).isPacked();
    info.facts.emplace_back(isPackedOnHost ? Core::tr("Packed on the host").toStdString()
                                           : Core::tr("Packed from").toStdString(),
                            info.stamp.path.toStdString());
    if (isPackedOnHost)
        (*run)->eventText = std::make_shared<RemoteText>(*remoteOf(source.path()), source.stamp());
    else
        (*run)->eventText = std::make_shared<PackedText>(info.stamp.path);
    info.stamp = source.stamp();
    return RunPtr(std::move(*run));
}

} // namespace ws
