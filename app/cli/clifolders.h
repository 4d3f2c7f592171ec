#pragma once
// Folders in place of a FILE: the stages of a service, each with a trace or a table of its own. A command about one
// file is run for each, and its answers become one: sections with the file's name, a list of documents, rows with a
// column `file`. What cannot be read is said, and the rest answered.

#include "app/cli/cli.h"

namespace ws::cli {

/// Which of a folder's files are meant where it has traces and tables.
enum class InFolder : uint8_t { Traces, Tables };

struct NamedFiles
{
    QStringList files;
    QStringList names;            ///< by file: its own, or that of its folder, "stage_0", where each has one
    QStringList folders;          ///< of the arguments: those that were replaced by several files
    std::vector<bool> isOfFolder; ///< by file: it is one of several of a folder
};
/// Folders are replaced by the traces in them, without any by their tables, without these by what else is known; a line
/// on stderr says so unless `isQuiet`. A folder without any of them stays, and cannot be loaded.
NamedFiles withFolders(const QStringList &arguments, bool isQuiet = false, InFolder first = InFolder::Traces);

/// The answers to a command in one of its forms, file by file.
class AnswersOfFiles
{
public:
    enum class Form : uint8_t { Text, Markdown, Json, Csv, Lines };
    AnswersOfFiles(Form form, bool hasSeveral) : m_form(form), m_hasSeveral(hasSeveral) {}
    /// `answer`: what the command printed of that file.
    void add(const QString &file, const QString &name, const std::string &answer);
    bool isEmpty() const { return m_text.empty() && m_documents.empty(); }
    std::string text() const;

private:
    void addCsv(const QString &name, const std::string &csv);

    Form m_form;
    bool m_hasSeveral;
    std::string m_text, m_header;
    std::vector<std::string> m_documents;
};

/// Where the one FILE of `arguments` is a folder of several: the command for each, printed; its exit code is that of
/// what failed only where nothing was answered, as of `ranks`. Nothing: it is none. `parser` has parsed the arguments
/// and is not to be asked afterwards.
std::optional<int> forEachInFolder(const Command &self, QCommandLineParser &parser, const QStringList &arguments,
                                   InFolder first = InFolder::Traces);

} // namespace ws::cli
