#pragma once
// Opens files as a comparison. Both sides are wishes until their runs are there; what fails, is cancelled or closed
// meanwhile ends the wish, and what has been opened by then stays as a run. The newest wish wins.

#include "app/opening/openqueue.h"
#include "core/analysis/compare/comparedrun.h"
#include "core/model/parts.h"
#include "widgets/session/comparepair.h"

#include <QPointer>
#include <QStringList>

namespace ws {

class FileOpener;
class RunContext;
class Session;

class PairOpener : public QObject
{
    Q_OBJECT
public:
    using Side = ComparePair::Side;

    PairOpener(Session *session, FileOpener *files, QObject *parent = nullptr);

    /// Exactly two files (FILE#PART counts as one) become A and B, any other number runs. Session files and view links
    /// are not opened here: sessionWanted(), linkWanted().
    void open(const QStringList &arguments);
    /// A file as `side` of a comparison with an open run.
    void openBeside(RunContext *other, Side side, const QString &argument);
    /// The two parts of an open file (twoPartsOf), which is opened a second time for it. Nothing without them.
    void openParts(RunContext *context);

signals:
    /// The part of its file that a side was asked for, by this name; after the pair is set.
    void partWanted(ws::ComparePair::Side side, const ws::Selected &part);
    void sessionWanted(const QString &path);
    void linkWanted(const QString &link);

private:
    QStringList withoutSessions(const QStringList &arguments);
    struct Wish
    {
        OpenRequest request;
        QPointer<RunContext> context; ///< null: not there yet
        Selected part;
        std::optional<ComparedPart> half = {}; ///< of openParts()
    };
    void wish(const Wish &a, const Wish &b);
    void take(const OpenRequest &request, RunContext *context, const Selected &part);
    void fulfil();

    Session *m_session;
    FileOpener *m_files;
    std::array<Wish, 2> m_wishes;
    bool m_isWaiting = false;
};

} // namespace ws
