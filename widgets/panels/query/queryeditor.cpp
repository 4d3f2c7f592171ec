#include "widgets/panels/query/queryeditor.h"

#include "core/report/sql/sqlresult.h"
#include "widgets/toolkit/palette.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QStyle>

namespace ws {
namespace {

constexpr int fewestLetters = 2; ///< before words are offered unasked
constexpr int shownLines = 5, fewestLines = 2;

QSet<QString> lowerOf(const std::vector<std::string> &words)
{
    QSet<QString> all;
    for (const std::string &word : words)
        all.insert(QString::fromStdString(word).toLower());
    return all;
}

QStringList allWords()
{
    const SqlWords &words = sqlWords();
    QStringList all;
    for (const auto *list : {&words.tables, &words.columns, &words.functions, &words.keywords})
        for (const std::string &word : *list)
            all << QString::fromStdString(word);
    all.removeDuplicates();
    all.sort(Qt::CaseInsensitive);
    return all;
}

bool isOfWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

} // namespace

QueryColours::QueryColours(QTextDocument *document)
    : QSyntaxHighlighter(document), m_keywords(lowerOf(sqlWords().keywords)), m_tables(lowerOf(sqlWords().tables)),
      m_functions(lowerOf(sqlWords().functions))
{
}

void QueryColours::highlightBlock(const QString &text)
{
    static const QRegularExpression piece(QStringLiteral("--.*|'(?:[^']|'')*'?|\"[^\"]*\"?|[A-Za-z_][A-Za-z_0-9]*"));
    const Palette &palette = Palette::current();
    QTextCharFormat keyword, table, quoted, comment;
    keyword.setFontWeight(QFont::DemiBold);
    table.setForeground(QColor::fromRgb(palette.highlight));
    quoted.setForeground(QColor::fromRgb(palette.muted));
    comment.setForeground(QColor::fromRgb(palette.muted));
    comment.setFontItalic(true);
    for (auto found = piece.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        const QString word = match.captured().toLower();
        const auto length = int(match.capturedLength());
        const bool isCalled = text.mid(match.capturedEnd()).trimmed().startsWith(u'(');
        if (word.startsWith(QLatin1String("--")))
            setFormat(int(match.capturedStart()), length, comment);
        else if (word.startsWith(u'\'') || word.startsWith(u'"'))
            setFormat(int(match.capturedStart()), length, quoted);
        else if (m_keywords.contains(word) || (isCalled && m_functions.contains(word)))
            setFormat(int(match.capturedStart()), length, keyword);
        else if (m_tables.contains(word))
            setFormat(int(match.capturedStart()), length, table);
    }
}

QueryEditor::QueryEditor(QWidget *parent)
    : QPlainTextEdit(parent), m_colours(new QueryColours(document())), m_completer(new QCompleter(allWords(), this))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setAccessibleName(tr("Query"));
    setPlaceholderText(tr("SELECT … FROM gpu, slice, step, gap … (Ctrl+Return runs it)"));
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setModelSorting(QCompleter::CaseInsensitivelySortedModel);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->popup()->setAccessibleName(tr("Words of a query"));
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &QueryEditor::takeWord);
}

QSize QueryEditor::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().lineSpacing() * shownLines + 12};
}

QSize QueryEditor::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, fontMetrics().lineSpacing() * fewestLines + 12};
}

void QueryEditor::setQuery(const QString &query)
{
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(query);
    moveCursor(QTextCursor::End);
}

void QueryEditor::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_completer->popup()->isVisible())
        switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Escape:
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
            event->ignore(); // the list takes them
            return;
        default:
            break;
        }
    if (isReturn && event->modifiers().testFlag(Qt::ControlModifier)) {
        emit runWanted();
        return;
    }
    const bool isAsked = event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier;
    if (!isAsked)
        QPlainTextEdit::keyPressEvent(event);
    const bool typed = !event->text().isEmpty() && isOfWord(event->text().back());
    if (isAsked || typed || m_completer->popup()->isVisible())
        offerWords(isAsked);
}

void QueryEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_colours->rehighlight();
}

QString QueryEditor::wordAtCursor() const
{
    const QString line = textCursor().block().text();
    const int end = textCursor().positionInBlock();
    int begin = end;
    while (begin > 0 && isOfWord(line[begin - 1]))
        --begin;
    return line.mid(begin, end - begin);
}

void QueryEditor::offerWords(bool isAsked)
{
    const QString word = wordAtCursor();
    m_completer->setCompletionPrefix(word);
    const bool isWhole =
        m_completer->completionCount() == 1 && m_completer->currentCompletion().compare(word, Qt::CaseInsensitive) == 0;
    if ((!isAsked && word.size() < fewestLetters) || m_completer->completionCount() == 0 || isWhole)
        return m_completer->popup()->hide();
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect at = cursorRect();
    at.setWidth(m_completer->popup()->sizeHintForColumn(0) +
                m_completer->popup()->verticalScrollBar()->sizeHint().width() + 8);
    m_completer->complete(at);
}

void QueryEditor::takeWord(const QString &word)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, int(wordAtCursor().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace ws
