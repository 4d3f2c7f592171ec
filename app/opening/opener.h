#pragma once
// The door of the window: whatever a person names to be opened, wherever he names it, goes through open() or, as a side
// of a comparison, openBeside(). It looks at each argument once (openingsOf) and gives links, sessions and jobs on;
// files become runs, exactly two a comparison. Both sides of one are wishes until their runs are there; what fails, is
// cancelled or closed meanwhile ends the wish, and what has been opened by then stays as a run. The newest wish wins.

#include "app/opening/openqueue.h"
#include "core/analysis/compare/comparedrun.h"
#include "core/session/openings.h"
#include "widgets/session/comparepair.h"

#include <QPointer>
#include <QStringList>

namespace ws {

class FileOpener;
class RunContext;
class Session;

class Opener : public QObject
{
    Q_OBJECT
public:
    using Side = ComparePair::Side;

    Opener(Session *session, FileOpener *files, QObject *parent = nullptr);

    /// Exactly two files (FILE#PART counts as one) become A and B, any other number runs.
    void open(const QStringList &arguments);
    /// A file as `side` of a comparison with an open run; without that run, and what is no single file, as open().
    void openBeside(RunContext *other, Side side, const QString &argument);
    /// The two parts of an open file (twoPartsOf), which is opened a second time for it. Nothing without them.
    void openParts(RunContext *context);

signals:
    /// The part of its file that a side was asked for, by this name; after the pair is set.
    void partWanted(ws::ComparePair::Side side, const ws::Selected &part);
    // What is opened elsewhere, told in this order before any file is loaded:
    void linkWanted(const QString &link);
    void sessionWanted(const QString &path);
    void jobWanted(const QStringList &named);

private:
    void openAll(const Openings &openings);
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
