#include "app/window/commandpalette.h"

#include "widgets/toolkit/elidedonce.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace ws {
namespace {

constexpr int rowHeight = 26, inset = 8;
constexpr int mostRows = 16; ///< on the screen, the others below them

/// The title at the left, key and kind at the right.
class CommandDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {100, std::max(rowHeight, option.fontMetrics.height() + inset)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bool isChosen = option.state & QStyle::State_Selected;
        if (isChosen)
            painter->fillRect(option.rect, option.palette.highlight());
        const QColor strong = option.palette.color(isChosen ? QPalette::HighlightedText : QPalette::Text);
        QColor weak = strong;
        weak.setAlphaF(isChosen ? 0.85F : 0.65F);
        QRect room = option.rect.adjusted(inset, 0, -inset, 0);
        painter->setFont(option.font);
        for (const int role : {int(CommandModel::KindRole), int(CommandModel::KeyRole)}) {
            const QString text = index.data(role).toString();
            const int width = option.fontMetrics.horizontalAdvance(text);
            painter->setPen(weak);
            painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
            room.setRight(room.right() - (text.isEmpty() ? 0 : width + 2 * inset));
        }
        painter->setPen(strong);
        const QString title = index.data(Qt::DisplayRole).toString();
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, elidedOnce(title, option.fontMetrics, room.width()));
    }
};

bool beginsWord(const QString &text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

int fitOfWord(const QString &word, const Command &command)
{
    int best = command.words.contains(word, Qt::CaseInsensitive) ? 1 : 0;
    const QString &title = command.title;
    for (qsizetype at = title.indexOf(word, 0, Qt::CaseInsensitive); at >= 0 && best < 4;
         at = title.indexOf(word, at + 1, Qt::CaseInsensitive))
        best = std::max(best, at == 0 ? 4 : beginsWord(title, at) ? 3 : 2);
    return best;
}

} // namespace

int fitOf(const QString &query, const Command &command)
{
    const QStringList words = query.split(u' ', Qt::SkipEmptyParts);
    constexpr int wholeTitle = 1'000; // more than any number of words
    QString title = command.title;
    title.remove(u'…');
    int sum = title.compare(query.trimmed(), Qt::CaseInsensitive) == 0 ? wholeTitle : 1;
    for (const QString &word : words) {
        const int fit = fitOfWord(word, command);
        if (fit == 0)
            return 0;
        sum += fit;
    }
    return sum;
}

void CommandModel::add(std::vector<Command> commands)
{
    std::move(commands.begin(), commands.end(), std::back_inserter(m_commands));
    find(m_query);
}

void CommandModel::find(const QString &query)
{
    beginResetModel();
    m_query = query;
    std::vector<std::tuple<bool, int, size_t>> found;
    for (size_t i = 0; i < m_commands.size(); ++i)
        if (const int fit = fitOf(query, m_commands[i]))
            found.emplace_back(m_commands[i].isLast, -fit, i);
    const size_t shown = std::min(found.size(), maxShown);
    std::partial_sort(found.begin(), found.begin() + static_cast<ptrdiff_t>(shown), found.end());
    m_shown.clear();
    for (size_t k = 0; k < shown; ++k)
        m_shown.push_back(std::get<size_t>(found[k]));
    endResetModel();
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Command &command = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return command.title;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2 %3").arg(command.title, command.kind, command.key).trimmed();
    case KindRole:
        return command.kind;
    case KeyRole:
        return command.key;
    default:
        return {};
    }
}

CommandPalette::CommandPalette(QWidget *parent)
    : QDialog(parent), m_query(new QLineEdit(this)), m_list(new QListView(this)),
      m_nothing(new QLabel(tr("Nothing has all these words."), this)), m_model(new CommandModel(this))
{
    setObjectName(QStringLiteral("palette"));
    setWindowTitle(tr("Find a command"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowFlag(Qt::FramelessWindowHint);
    m_query->setPlaceholderText(tr("Action, panel, run, stage or kernel"));
    m_query->setAccessibleName(m_query->placeholderText());
    m_query->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel); // by items it has a bar where all fit exactly
    m_list->setFocusPolicy(Qt::NoFocus);                              // the field's keys move in it
    m_list->setFrameShape(QFrame::NoFrame);
    m_nothing->setEnabled(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(inset, inset, inset, inset);
    column->addWidget(m_query);
    column->addWidget(m_nothing);
    column->addWidget(m_list);
    resize(std::min(720, parent->width() - 40), sizeHint().height());
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_query, &QLineEdit::returnPressed, this, [this] { choose(m_list->currentIndex().row()); });
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) { choose(index.row()); });
}

void CommandPalette::add(std::vector<Command> commands)
{
    m_model->add(std::move(commands));
    showFound();
}

void CommandPalette::showFound()
{
    const int rows = m_model->rowCount();
    m_nothing->setVisible(rows == 0);
    m_list->setVisible(rows > 0);
    const int row = std::max(rowHeight, m_list->sizeHintForRow(0));
    constexpr int lines = 2; // around it, as every view has them
    m_list->setFixedHeight(std::min({rows, mostRows, (parentWidget()->height() - 120) / row}) * row + lines);
    m_list->setCurrentIndex(m_model->index(0));
    m_list->scrollToTop();
    layout()->activate(); // else the height that the list had remains the least
    resize(width(), sizeHint().height());
}

void CommandPalette::find(const QString &query)
{
    m_model->find(query);
    showFound();
}

void CommandPalette::paintEvent(QPaintEvent *event)
{
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText)); // it lies on views of its own colour
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

/// The command runs once the dialog is gone: it may open one of its own.
void CommandPalette::choose(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    QTimer::singleShot(0, parent(), m_model->at(row).run);
    accept();
}

bool CommandPalette::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(object, event);
}

} // namespace ws
