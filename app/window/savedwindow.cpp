#include "app/window/savedwindow.h"

#include "app/window/windowparts.h"
#include "core/io/remote/remotepath.h"
#include "core/io/wholefile.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/timeline/savedview.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/tablechoices.h"

#include <QDir>
#include <QFileInfo>

namespace ws {
namespace {

const char *wordOf(ComparePair::AlignAt at)
{
    return at == ComparePair::AlignAt::Selection ? "selection"
           : at == ComparePair::AlignAt::Step    ? "step"
                                                 : "firstWork";
}

std::optional<SavedPair> savedPair(const Session &session)
{
    const ComparePair &pair = *session.pair();
    if (!pair.isSet())
        return std::nullopt;
    SavedPair saved;
    for (const auto side : ComparePair::sides) {
        const auto &contexts = session.contexts();
        saved.runs[side] = size_t(std::ranges::find(contexts, pair.context(side)) - contexts.begin());
        saved.times[side] = pair.alignedTime(side);
    }
    saved.linked = pair.isLinked();
    saved.alignedAt = wordOf(pair.alignedAt());
    return saved;
}

} // namespace

SavedSession savedSession(const WindowParts &parts)
{
    const Session *session = parts.session;
    StageController *stages = parts.stages;
    SavedSession saved;
    for (const QString &path : parts.job->named())
        saved.job.push_back({{}, remotePath(path) ? path : QFileInfo(path).absoluteFilePath(), {}, -1});
    if (parts.job->context())
        saved.jobEdits = savedEdits(*parts.job->context());
    for (RunContext *context : session->contexts()) {
        SavedRun &run = saved.runs.emplace_back(savedContext(*context));
        saveView(*context, run);
        if (const StageRun *of = stages->find(context->run())) {
            run.mapping = of->own;
            run.label = of->givenLabel;
        }
        if (context == session->active())
            saved.active = saved.runs.size() - 1;
    }
    saved.mapping = stages->document()->inForce();
    saved.stageRuns = wordOf(stages->chosenRuns());
    saved.pair = savedPair(*session);
    saved.panel = parts.panel();
    saved.tables = TableChoices::of(parts.window)->chosen();
    saved.queries = session->queries();
    saved.collapseIdleNs = parts.timeline()->state()->collapseNs();
    return saved;
}

Result<QString> writeSessionFile(SavedSession session, const QString &path, FileHashes &hashes, Hashing hashing,
                                 const Progress *progress)
{
    const QDir folder = QFileInfo(path).absoluteDir();
    for (SavedFile &file : session.job)
        if (!remotePath(file.absolute))
            file.relative = folder.relativeFilePath(file.absolute);
    for (SavedRun &run : session.runs) {
        SavedFile &file = run.file;
        if (!file.absolute.startsWith(u':') && !remotePath(file.absolute)) // the bundled sample
            file.relative = folder.relativeFilePath(file.absolute);
        if (const FileStamp now = FileStamp::of(file.absolute); now.size != file.size) {
            file.sha256.clear(); // of the content that is shown, not of what has taken its place
        } else if (hashing == Hashing::KnownOnly) {
            file.sha256 = hashes.known(now);
        } else {
            const Result<QString> hash = hashes.of(file.absolute, progress);
            if (!hash && hash.error().kind == ErrorKind::Cancelled)
                return hash.error();
            file.sha256 = hash ? *hash : QString();
        }
    }
    return writeWholeFile(path, writeSession(session), Existing::Replace);
}

} // namespace ws
