#include "widgets/mapping/mappingcombo.h"

#include "widgets/toolkit/plaintext.h"

#include <QInputDialog>
#include <QRegularExpression>

namespace ws {

MappingCombo::MappingCombo(StageController *controller, QWidget *parent) : QComboBox(parent), m_controller(controller)
{
    setAccessibleName(tr("Stage mapping"));
    setToolTip(tr("Stage mapping: which kernel names belong to which stage"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(controller, &StageController::libraryChanged, this, &MappingCombo::fill);
    connect(controller->document(), &MappingDocument::changed, this, &MappingCombo::fill);
    connect(controller->document(), &MappingDocument::savedStateChanged, this, &MappingCombo::fill);
    connect(this, &QComboBox::activated, this, &MappingCombo::choose);
    fill();
}

/// Built-in ones, then the user's own; of two with the same name only the user's can be in force.
void MappingCombo::fill()
{
    const QString current = QString::fromStdString(m_controller->document()->draft().name());
    const bool modified = m_controller->document()->isModified();
    hidePopup(); // the entries may have moved
    clear();
    for (const bool own : {false, true}) {
        bool first = true;
        for (const KnownMapping &known : m_controller->library().all()) {
            const QString name = QString::fromStdString(known.mapping.name());
            if (known.file.isEmpty() == own || m_controller->library().find(known.mapping.name()) != &known)
                continue;
            if (own && std::exchange(first, false) && count())
                insertSeparator(count());
            addItem(name, name);
            setItemData(count() - 1, plainToolTip(own ? known.file : tr("built in")), Qt::ToolTipRole);
        }
    }
    int at = findData(current);
    if (at < 0) {
        addItem(current, current);
        at = count() - 1;
    }
    if (modified)
        setItemText(at, current + tr(" (changed)"));
    setCurrentIndex(at);
}

void MappingCombo::choose(int index)
{
    const QString name = itemData(index).toString();
    const bool same = name.toStdString() == m_controller->document()->draft().name();
    if (!(same && !m_controller->document()->isModified()) && mayDiscardMapping(m_controller, this))
        m_controller->chooseMapping(name);
    fill();
}

bool mayDiscardMapping(StageController *controller, QWidget *parent)
{
    if (!controller->document()->isModified())
        return true;
    const auto answer = askPlainly(parent, MappingCombo::tr("Stage mapping"),
                                   MappingCombo::tr("The mapping %1 has changes that are not saved.")
                                       .arg(QString::fromStdString(controller->document()->draft().name())),
                                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save)
        return saveMappingAs(controller, parent);
    return answer == QMessageBox::Discard;
}

bool saveMappingAs(StageController *controller, QWidget *parent)
{
    const QString title = MappingCombo::tr("Save mapping");
    bool ok = false;
    const QString name =
        QInputDialog::getText(parent, title, MappingCombo::tr("Name, as engine/model:"), QLineEdit::Normal,
                              QString::fromStdString(controller->document()->draft().name()), &ok)
            .trimmed();
    if (!ok || name.isEmpty())
        return false;
    const qsizetype slash = name.indexOf(u'/');
    const QString engine = slash < 0 ? QStringLiteral("own") : name.left(slash);
    const QString model = slash < 0 ? name : name.mid(slash + 1);
    if (engine.isEmpty() || model.isEmpty()) {
        warnPlainly(parent, title, MappingCombo::tr("A name such as own/llama was expected."));
        return false;
    }
    const std::string full = engine.toStdString() + '/' + model.toStdString();
    const KnownMapping *known = controller->library().find(full);
    if (known) {
        const QString question = known->file.isEmpty() ? MappingCombo::tr("%1 is built in. Use your own in its place?")
                                                       : MappingCombo::tr("There is a mapping %1 already. Replace it?");
        if (askPlainly(parent, title, question.arg(QString::fromStdString(full))) != QMessageBox::Yes)
            return false;
    }
    const auto saved = controller->saveMapping(engine.toStdString(), model.toStdString(), known != nullptr);
    if (!saved)
        warnPlainly(parent, title, saved.error().text());
    return saved.ok();
}

} // namespace ws
