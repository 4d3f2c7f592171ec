#include "app/opening/sessionopener.h"

#include "app/opening/fileopener.h"
#include "core/io/remote/remotecache.h"
#include "core/io/remote/remotepath.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/timeline/savedview.h"

#include <QFileInfo>

namespace ws {

SessionOpener::SessionOpener(Session *session, StageController *stages, FileOpener *files,
                             std::shared_ptr<FileHashes> hashes, QObject *parent)
    : QObject(parent), m_session(session), m_stages(stages), m_files(files), m_hashes(std::move(hashes))
{
    connect(session, &Session::contextAdded, this, &SessionOpener::take);
    connect(files, &FileOpener::idle, this, [this] {
        if (m_isOpening)
            finish();
    });
}

void SessionOpener::open(const QString &path)
{
    m_find.cancel();
    m_hash.cancel();
    m_load.start(
        [path](const Progress &) { return loadSession(path); },
        [this, path](const auto &session) { session ? loaded(path, **session) : emit failed(path, session.error()); },
        JobPlace::OwnThread);
}

void SessionOpener::loaded(const QString &path, const SavedSession &session)
{
    m_path = path;
    m_saved = session;
    m_wanted.clear();
    m_problems.clear();
    m_misfits.clear();
    m_find.start(
        [path, session, hashes = m_hashes](const Progress &progress) {
            std::vector<Place> places;
            for (const SavedRun &run : session.runs)
                places.push_back(placeOf(run.file, path, *hashes, progress));
            return places;
        },
        [this](const auto &places) { places ? start(**places) : emit failed(m_path, places.error()); },
        JobPlace::OwnThread);
}

/// The hash decides; where none was saved, the size.
SessionOpener::Place SessionOpener::placeOf(const SavedFile &file, const QString &session, FileHashes &hashes,
                                            const Progress &progress)
{
    Place first;
    if (const auto remote = remotePath(file.absolute))
        return {spoolOf(*remote), true};
    for (const QString &path : placesOf(file, session)) {
        if (!QFileInfo(path).isFile())
            continue;
        const bool mayBe = file.size < 0 || FileStamp::of(path).size == file.size;
        if (mayBe && file.sha256.isEmpty())
            return {path, true};
        if (const auto hash = mayBe ? hashes.of(path, &progress) : Result<QString>(Error{});
            hash && *hash == file.sha256)
            return {path, true};
        if (first.path.isEmpty())
            first.path = path;
    }
    return first;
}

void SessionOpener::start(const std::vector<Place> &places)
{
    if (!m_saved.mapping.stages.empty() || !m_saved.mapping.substages.empty())
        emit mappingWanted(m_saved.mapping);
    openJob();
    m_isOpening = true;
    for (size_t run = 0; run < places.size(); ++run) {
        const SavedFile &file = m_saved.runs[run].file;
        if (places[run].isSame)
            want(run, places[run].path);
        else
            m_problems.push_back({run, places[run].path.isEmpty() ? placesOf(file, m_path).value(0) : places[run].path,
                                  !places[run].path.isEmpty()});
    }
    if (!m_files->isLoading())
        finish();
}

void SessionOpener::openJob()
{
    QStringList there;
    for (const SavedFile &file : m_saved.job) {
        const QStringList places = remotePath(file.absolute) ? QStringList(file.absolute) : placesOf(file, m_path);
        const auto place = std::ranges::find_if(
            places, [](const QString &path) { return remotePath(path) || QFileInfo::exists(path); });
        if (place != places.end())
            there << *place;
        else
            m_misfits << tr("%1 of the job is not found.").arg(QFileInfo(file.absolute).fileName());
    }
    if (!there.isEmpty())
        emit jobWanted(there, m_saved.jobEdits);
}

/// An open run is put in place of itself, so that its views take the new state as they take that of a new one.
void SessionOpener::want(size_t run, const QString &path)
{
    const auto isOfPath = [&](const Wanted &wanted) { return wanted.request.path == path; };
    const int copy = static_cast<int>(std::ranges::count_if(m_wanted, isOfPath));
    m_wanted.push_back({run, {path, {}, false, copy}, nullptr});
    RunContext *open = m_files->contextOf(path, copy);
    if (open && FileStamp::of(path) == open->run()->info.stamp)
        m_session->replace(open, open->run());
    else
        m_files->open(OpenRequest(m_wanted.back().request));
}

void SessionOpener::take(RunContext *context)
{
    if (!m_isOpening)
        return;
    for (Wanted &wanted : m_wanted) {
        if (wanted.context || wanted.request.path != context->run()->info.stamp.path)
            continue;
        wanted.context = context;
        const SavedRun &saved = m_saved.runs[wanted.run];
        applyView(*context, saved);
        for (const QString &misfit : applySaved(*context, saved))
            m_misfits << QFileInfo(wanted.request.path).fileName() + QStringLiteral(": ") + misfit;
        return;
    }
}

RunContext *SessionOpener::contextOf(size_t run) const
{
    for (const Wanted &wanted : m_wanted)
        if (wanted.run == run && wanted.context && m_session->find(wanted.context->run()) == wanted.context)
            return wanted.context;
    return nullptr;
}

void SessionOpener::finish()
{
    m_isOpening = false;
    for (const Wanted &wanted : m_wanted)
        if (const RunContext *context = contextOf(wanted.run)) {
            m_stages->setOwnMapping(context->run(), m_saved.runs[wanted.run].mapping);
            m_stages->setLabel(context->run(), m_saved.runs[wanted.run].label);
        }
    showPair();
    if (RunContext *active = contextOf(m_saved.active))
        m_session->setActive(active);
    m_stages->chooseRuns(stageRunsOf(m_saved.stageRuns));
    emit opened(m_path, m_session->active() ? m_saved.panel : QString());
}

void SessionOpener::showPair()
{
    RunContext *a = m_saved.pair ? contextOf(m_saved.pair->runs[0]) : nullptr;
    RunContext *b = m_saved.pair ? contextOf(m_saved.pair->runs[1]) : nullptr;
    if (!a || !b || a == b)
        return;
    ComparePair *pair = m_session->pair();
    pair->set(a, b);
    pair->setLinked(m_saved.pair->linked);
    if (m_saved.pair->alignedAt == "step")
        pair->alignAtSteps(m_saved.pair->times);
    else if (m_saved.pair->alignedAt == "selection")
        pair->alignAtSelections();
}

void SessionOpener::find(const QString &path, bool anyway)
{
    if (m_problems.empty())
        return;
    const size_t run = m_problems.front().run;
    const auto openIt = [this, run, path] {
        m_problems.erase(m_problems.begin());
        m_misfits.clear();
        m_isOpening = true;
        want(run, QFileInfo(path).absoluteFilePath());
        if (!m_files->isLoading())
            finish();
    };
    if (anyway || m_saved.runs[run].file.sha256.isEmpty())
        return openIt();
    m_hash.start([path, hashes = m_hashes](const Progress &progress) { return hashes->of(path, &progress); },
                 [this, path, openIt, wanted = m_saved.runs[run].file.sha256](const auto &hash) {
                     hash &&**hash == wanted ? openIt() : emit differs(path);
                 },
                 JobPlace::OwnThread);
}

} // namespace ws
