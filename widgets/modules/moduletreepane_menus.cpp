// Keys and menu of ModuleTreePane: stepping through matches, copying.

#include "core/report/moduleexport.h"
#include "widgets/modules/moduletreecolumns.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/modules/moduletreeview.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>

#include <algorithm>

namespace ws {
void ModuleTreePane::step(int direction)
{
    if (!m_model->isFiltered())
        return;
    const std::vector<uint32_t> rows = m_model->matchesAsShown();
    if (rows.empty())
        return;
    const auto at = std::find(rows.begin(), rows.end(), currentNode());
    const auto count = static_cast<int>(rows.size());
    int next = direction > 0 ? 0 : count - 1;
    if (at != rows.end())
        next = (static_cast<int>(at - rows.begin()) + direction + count) % count;
    const uint32_t node = rows[static_cast<size_t>(next)];
    reveal(node);
    emit selected(node);
}

bool ModuleTreePane::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::Resize && object == m_view->viewport())
        m_columns->fitAgain();
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(object, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isCostliest = object == m_view && key->key() == Qt::Key_C && key->modifiers() == Qt::NoModifier;
    if (event->type() == QEvent::ShortcutOverride) {
        if (isCostliest)
            event->accept(); // C has another meaning in the timeline
        return isCostliest;
    }
    if (object == m_filter) {
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            m_view->setFocus();
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
    } else if (isCostliest) {
        expandCostliest();
        return true;
    } else if (object == m_view && key->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(m_view->currentIndex().siblingAtColumn(0).data().toString());
        return true;
    }
    return QWidget::eventFilter(object, event);
}

void ModuleTreePane::showMenu(const QPoint &at)
{
    auto *menu = new QMenu(this); // not modal: another file may open while it is shown
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, menu, &QWidget::close);
    const QModelIndex current = m_view->currentIndex().siblingAtColumn(0);
    const QString name = current.data().toString();
    for (QAction *action : actions()) // actions of the panel
        menu->addAction(action);
    if (!actions().isEmpty())
        menu->addSeparator();
    QAction *copy = menu->addAction(tr("Copy name"), this, [name] { QApplication::clipboard()->setText(name); });
    QAction *regex = menu->addAction(tr("Copy name as regular expression"), this,
                                     [name] { QApplication::clipboard()->setText(QRegularExpression::escape(name)); });
    copy->setEnabled(current.isValid());
    regex->setEnabled(current.isValid());
    menu->addAction(tr("Copy the tree as indented text"), this,
                    [this] { QApplication::clipboard()->setText(indentedText()); });
    menu->addAction(tr("Copy the tree as CSV"), this, [this] { QApplication::clipboard()->setText(csv()); });
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

} // namespace ws
