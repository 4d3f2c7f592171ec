#include "app/opening/opener.h"

#include "app/opening/fileopener.h"
#include "core/analysis/stages/tablework.h"
#include "core/base/texts.h"
#include "core/model/runlabel.h"
#include "widgets/session/session.h"

#include <algorithm>

namespace ws {
namespace {

bool isSameFile(const OpenRequest &a, const OpenRequest &b)
{
    return a.path == b.path && a.copy == b.copy;
}

/// Of a document the words in which the places of its two parts differ ("jetson"), else the title above its first
/// table; may be empty.
QString nameOfHalf(const Run &run, const ComparedPart &half)
{
    if (half.phase >= 0)
        return toText(run.layerwise[size_t(half.phase)].phase);
    const QString file = runLabel(run) + QStringLiteral(" · ");
    if (half.label.startsWith(file))
        return half.label.mid(file.size());
    return half.tables.empty() ? QString() : toText(run.tables[size_t(half.tables.front())].title);
}

/// The one to show first: its kernels; -1: none.
int tableOfHalf(const Run &run, const ComparedPart &half)
{
    for (const int table : half.tables)
        if (run.tables[size_t(table)].report == "cuda_gpu_kern_sum" || holdsGpuWork(run.tables[size_t(table)]))
            return table;
    return half.tables.empty() ? -1 : half.tables.front();
}

} // namespace

Opener::Opener(Session *session, FileOpener *files, QObject *parent)
    : QObject(parent), m_session(session), m_files(files)
{
    connect(files, &FileOpener::ready, this, &Opener::take);
    connect(files, &FileOpener::failed, this, [this](const QString &path) {
        for (const Wish &wish : m_wishes)
            m_isWaiting = m_isWaiting && wish.request.path != path;
    });
    connect(files, &FileOpener::idle, this, [this] { m_isWaiting = false; }); // cancelled
    connect(session, &Session::contextReplaced, this, [this](RunContext *old, RunContext *now) {
        for (Wish &wish : m_wishes)
            if (wish.context == old)
                wish.context = now;
    });
}

void Opener::open(const QStringList &arguments)
{
    openAll(openingsOf(arguments));
}

void Opener::openAll(const Openings &openings)
{
    for (const QString &link : openings.links)
        emit linkWanted(link);
    for (const QString &session : openings.sessions)
        emit sessionWanted(session);
    if (!openings.job.isEmpty())
        emit jobWanted(openings.job);
    std::vector<OpenRequest> requests;
    for (const PartName &name : openings.files)
        requests.push_back({name.file, name.part});
    if (requests.size() == 2) {
        requests[1].copy = requests[0].path == requests[1].path;
        return wish({requests[0], {}, {}}, {requests[1], {}, {}});
    }
    for (const OpenRequest &request : requests)
        m_files->open(request);
}

void Opener::openBeside(RunContext *other, Side side, const QString &argument)
{
    const Openings openings = openingsOf({argument});
    if (!other || !openings.isOneFile())
        return openAll(openings);
    OpenRequest request{openings.files.front().file, openings.files.front().part};
    while (m_files->contextOf(request.path, request.copy) == other)
        ++request.copy;
    const Wish open{{other->run()->info.stamp.path, {}, false, -1}, other, {}}, wanted{request, {}, {}};
    side == ComparePair::A ? wish(wanted, open) : wish(open, wanted);
}

void Opener::openParts(RunContext *context)
{
    const std::vector<ComparedPart> parts = context ? twoPartsOf(context->run()) : std::vector<ComparedPart>();
    if (parts.size() != 2)
        return;
    OpenRequest again{context->run()->info.stamp.path, {}, false, 0};
    while (m_files->contextOf(again.path, again.copy) == context)
        ++again.copy;
    wish({{again.path, {}, false, -1}, context, {}, parts[0]}, {again, {}, {}, parts[1]});
}

void Opener::wish(const Wish &a, const Wish &b)
{
    m_wishes = {a, b};
    m_isWaiting = true;
    for (const OpenRequest &request : {a.request, b.request})
        if (m_isWaiting && request.copy >= 0)
            m_files->open(request);
}

void Opener::take(const OpenRequest &request, RunContext *context, const Selected &part)
{
    if (!m_isWaiting)
        return;
    for (Wish &wish : m_wishes)
        if (!wish.context && isSameFile(wish.request, request)) {
            wish.context = context;
            wish.part = part;
        }
    if (m_wishes[ComparePair::A].context && m_wishes[ComparePair::B].context)
        fulfil();
}

void Opener::fulfil()
{
    m_isWaiting = false;
    RunContext *a = m_wishes[ComparePair::A].context, *b = m_wishes[ComparePair::B].context;
    const auto &open = m_session->contexts(); // a closed one may not be deleted yet
    const auto isOpen = [&](RunContext *context) { return std::find(open.begin(), open.end(), context) != open.end(); };
    if (a == b || !isOpen(a) || !isOpen(b))
        return;
    for (const Side side : ComparePair::sides)
        if (Wish &wish = m_wishes[side]; wish.half) { // the file may have been read anew, with other parts
            const std::vector<ComparedPart> parts = twoPartsOf(wish.context->run());
            if (parts.size() != 2)
                return;
            wish.half = parts[side];
        }
    QString firstName;
    for (const Wish &wish : m_wishes) {
        auto &part = wish.context->viewState<ShownPart>();
        if (wish.half) {
            part.name = nameOfHalf(*wish.context->run(), *wish.half);
            if (part.name.isEmpty() || part.name == firstName)
                part.name = QString::number(&wish - m_wishes.data() + 1);
            firstName = part.name;
            part.phase = wish.half->phase;
            part.tables = wish.half->tables;
            continue;
        }
        part.name = wish.request.part;
        part.phase = wish.part.phase;
        part.tables = wish.part.table >= 0 ? std::vector{wish.part.table} : std::vector<int>();
    }
    m_session->pair()->set(a, b);
    m_session->setActive(a);
    for (const Side side : ComparePair::sides)
        if (const Wish &wish = m_wishes[side]; wish.half)
            emit partWanted(side,
                            {wish.context->run(), wish.half->phase, tableOfHalf(*wish.context->run(), *wish.half)});
        else if (!wish.request.part.isEmpty())
            emit partWanted(side, wish.part);
    m_wishes = {}; // they hold runs
}

} // namespace ws
