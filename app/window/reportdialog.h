#pragma once
// File ▸ Report: what the report is of, its form and language, and where it goes. The command line writes it
// (warpscope-cli report, a process of its own): so the same files give the same report here and there, in any language,
// and a long one does not block the window; it can be cancelled, and ends when the window is closed.

#include <QDialog>

#include <memory>
#include <optional>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QFormLayout;
class QTemporaryDir;

namespace ws {

class MessageBar;
class Session;
class StageController;

class ReportDialog : public QDialog
{
    Q_OBJECT
public:
    enum Of { Run, Pair, All };

    /// At first of the pair while it is shown and the command line has names for both parts, else of the active run.
    ReportDialog(const Session *session, QWidget *parent);

    Of of() const;

    /// Arguments of warpscope-cli but for the output; `mapping`: how it names the mapping.
    QStringList arguments(const QString &mapping) const;
    bool isHtml() const;

private:
    void addRuns(QFormLayout *form, const QString &whyNoPair);
    QStringList filesOf(Of of) const;

    QStringList m_files; ///< A and B as the command line names them: FILE or FILE#PART; empty: no pair
    QString m_active;
    QStringList m_all; ///< each file or part once, in the order in which they were opened
    std::optional<std::pair<qint64, qint64>> m_range;
    QComboBox *m_form;
    QComboBox *m_language;
    QButtonGroup *m_of; ///< its ids are of Of
    QCheckBox *m_onlyRange;
    QCheckBox *m_redact;
};

/// Asks for form and file, writes the report, and says in `messages` what was written and how to open it.
void writeReport(const Session *session, StageController *stages, MessageBar *messages, QWidget *parent);

/// Options of warpscope-cli that bring the notes of the open runs into the report, by a file in `folder`; empty: there
/// are none.
QStringList noteArguments(const Session &session, const QTemporaryDir &folder);

/// `chosen` with the suffix; nothing where that makes it another file that exists, which nobody was asked about.
std::optional<QString> withSuffix(const QString &chosen, const QString &suffix);

/// The program beside this one, else on PATH; empty: none.
QString commandLineProgram();

/// Runs `warpscope-cli` with these arguments and -o `out`; the message bar gets what it wrote or why not, and offers to
/// cancel it meanwhile. `keep` lives until it has ended. For writeReport() and tests.
void runReport(const QStringList &arguments, const QString &out, MessageBar *messages,
               const std::shared_ptr<QTemporaryDir> &keep = {}, const QString &program = commandLineProgram());

} // namespace ws
