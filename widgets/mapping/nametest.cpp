#include "widgets/mapping/nametest.h"

#include "core/analysis/stages/stageconflicts.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "widgets/session/stagecontroller.h"

#include <QLineEdit>

namespace ws {
namespace {

QStringList explainLevel(const Classification &classes, MappingLevel level, const std::string &kernel)
{
    const RuleExplanation found = explain(classes, level, kernel);
    const QString list = level == MappingLevel::Stage ? NameTest::tr("Stage") : NameTest::tr("Substage");
    if (found.winner == noRule)
        return {NameTest::tr("%1: no rule matches.").arg(list)};
    const LabelRule &rule = classes.rules(level)[found.winner];
    QStringList lines{NameTest::tr("%1: %2, by row %3, whose regex “%4” is the first that is found in the name.")
                          .arg(list, toText(rule.label))
                          .arg(found.winner + 1)
                          .arg(toText(rule.regex))};
    if (classes.mapping.isJoined() && level == MappingLevel::Stage)
        return lines;
    QStringList others;
    for (uint32_t row : found.others)
        if (!isCatchAll(classes.rules(level)[row].regex))
            others << QString::number(row + 1);
    if (!others.isEmpty())
        lines << NameTest::tr("Later rows that match too: %1.").arg(others.join(QStringLiteral(", ")));
    if (!found.inError.empty())
        lines << NameTest::tr("%1 rows could not be decided.").arg(formatCount(int64_t(found.inError.size())));
    return lines;
}

} // namespace

QString explanationOf(const Classification &classes, const std::string &kernel)
{
    return (explainLevel(classes, MappingLevel::Stage, kernel) + explainLevel(classes, MappingLevel::Substage, kernel))
        .join(u'\n');
}

NameTest::NameTest(StageController *controller, QWidget *parent)
    : QLabel(parent), m_controller(controller), m_name(new QLineEdit(parent))
{
    m_name->setPlaceholderText(tr("Paste a kernel name: which rule takes it?"));
    m_name->setAccessibleName(tr("Kernel name to test"));
    m_name->setClearButtonEnabled(true);
    m_name->setAcceptDrops(false);
    m_name->setMaximumWidth(360);
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(8, 2, 8, 6);
    hide();
    connect(m_name, &QLineEdit::textChanged, this, &NameTest::refresh);
}

void NameTest::refresh()
{
    m_job.cancel();
    const QString name = m_name->text();
    setVisible(!name.isEmpty());
    if (name.isEmpty())
        return;
    const StageRun *run = m_controller->current();
    if (!run || !run->state) {
        setText(tr("Open a trace first."));
        return;
    }
    m_job.start([classes = run->state->classes,
                 kernel = name.toStdString()](const Progress &) { return explanationOf(*classes, kernel); },
                [this](const auto &text) { setText(text ? **text : JobErrors::text(text.error())); });
}

} // namespace ws
