#pragma once
// The text of a query: keywords, tables and functions in colour, and a list of words that may stand at the cursor. Tab
// leaves it, as it leaves every control; Ctrl+Space asks for the list.

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>

class QCompleter;

namespace ws {

class QueryColours : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    explicit QueryColours(QTextDocument *document);

protected:
    void highlightBlock(const QString &text) override;

private:
    QSet<QString> m_keywords, m_tables, m_functions; ///< in lower case
};

class QueryEditor : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit QueryEditor(QWidget *parent = nullptr);

    QCompleter *completer() const { return m_completer; }
    /// Replaces the text; one step of undo.
    void setQuery(const QString &query);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void runWanted(); ///< Ctrl+Return

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString wordAtCursor() const;
    void offerWords(bool isAsked);
    void takeWord(const QString &word);

    QueryColours *m_colours;
    QCompleter *m_completer;
};

} // namespace ws
