#include "core/analysis/stages/mappinglibrary.h"

#include "core/analysis/stages/pythonregex.h"
#include "core/base/texts.h"
#include "core/io/wholefile.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

namespace ws {

namespace {

template <class Mappings, class Name> QString listed(const Mappings &mappings, Name name)
{
    QStringList names;
    for (const auto &mapping : mappings)
        if (names.size() < 20)
            names.append(toText(name(mapping)));
    return names.join(QStringLiteral(", "));
}

Result<MappingFromFile> pick(MappingFile file, const QString &name, const QString &path)
{
    const auto nameOf = [](const StageMapping &m) { return m.name(); };
    if (name.isEmpty() && file.mappings.size() == 1)
        return MappingFromFile{file.mappings.front(), file.diagnostics};
    if (name.isEmpty())
        return Error{ErrorKind::NotFound,
                     Core::tr("several mappings; choose one with '#': %1").arg(listed(file.mappings, nameOf)), path};
    if (const StageMapping *found = file.find(name.toStdString()))
        return MappingFromFile{*found, file.diagnostics};
    return Error{ErrorKind::NotFound,
                 Core::tr("no mapping '%1'; there are: %2").arg(name, listed(file.mappings, nameOf)), path};
}

/// FILE of "FILE#engine/model" or FILE.
QString fileOf(const QString &spec)
{
    const qsizetype hash = spec.lastIndexOf(QLatin1Char('#'));
    return hash < 0 || QFileInfo::exists(spec) ? spec : spec.left(hash);
}

/// The 1-based line of a file of mappings in which a text stands as JSON writes it; 0: not found.
int64_t lineOf(const std::string &text, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray bytes = file.readAll();
    const std::string written = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const qsizetype at = bytes.indexOf(QByteArray::fromStdString(written));
    return at < 0 ? 0 : bytes.left(at).count('\n') + 1;
}

// Only letters, digits, '-', '_', '.' and '%', whatever the mapping is called.
QString fileNameFor(const StageMapping &mapping)
{
    QByteArray name = QUrl::toPercentEncoding(toText(mapping.name()));
    name.replace("%2F", "__");
    if (name.startsWith('.'))
        name.prepend('_');
    return QString::fromLatin1(name.left(200)) + QStringLiteral(".json");
}

} // namespace

const StageMapping &defaultMapping()
{
    static const StageMapping mapping = [] {
        const Result<MappingFile> file = loadMappings(QStringLiteral(":/mappings/default.json"));
        const StageMapping *found = file ? file->find(defaultMappingName) : nullptr;
        return found ? *found : StageMapping();
    }();
    return mapping;
}

QString MappingLibrary::userFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/warpscope/mappings");
}

MappingLibrary::MappingLibrary(QString folder) : m_folder(std::move(folder))
{
    reload();
}

void MappingLibrary::reload()
{
    m_all.clear();
    m_diagnostics = {};
    for (const QString &name : {QStringLiteral(":/mappings/default.json"), QStringLiteral(":/mappings/vllm.json"),
                                QStringLiteral(":/mappings/operations.json")})
        if (Result<MappingFile> file = loadMappings(name))
            for (StageMapping &mapping : file->mappings)
                m_all.push_back({std::move(mapping), {}});
    if (m_folder.isEmpty())
        return;
    const QDir folder(m_folder);
    for (const QString &name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        const QString path = folder.filePath(name);
        Result<MappingFile> file = loadMappings(path);
        if (!file) {
            m_diagnostics.add("mapping-unreadable", file.error().text());
            continue;
        }
        for (const Diagnostic &d : file->diagnostics.all())
            m_diagnostics.add(d.kind, path + QStringLiteral(": ") + d.message, -1, d.example, d.count);
        for (StageMapping &mapping : file->mappings)
            m_all.push_back({std::move(mapping), path});
    }
}

const KnownMapping *MappingLibrary::find(std::string_view name) const
{
    const KnownMapping *found = nullptr;
    for (const KnownMapping &known : m_all)
        if (known.mapping.name() == name && (!found || (found->file.isEmpty() && !known.file.isEmpty())))
            found = &known;
    return found;
}

Result<MappingFromFile> MappingLibrary::resolve(const QString &spec, UnreadableRules rules) const
{
    const auto checked = [rules](MappingFromFile found, const QString &file) -> Result<MappingFromFile> {
        if (rules == UnreadableRules::Refuse && !file.isEmpty()) // built-in ones are tested
            if (const QString problem = unreadableRule(found.mapping, file); !problem.isEmpty())
                return Error{ErrorKind::Malformed, problem, file};
        return found;
    };
    if (const KnownMapping *known = find(spec.toStdString()))
        return checked({known->mapping, {}}, known->file);
    if (spec.contains(QLatin1Char('#')) || QFileInfo::exists(spec)) {
        Result<MappingFromFile> found = loadMappingSpec(spec);
        return found ? checked(std::move(*found), fileOf(spec)) : found;
    }
    const auto nameOf = [](const KnownMapping &known) { return known.mapping.name(); };
    return Error{ErrorKind::NotFound,
                 Core::tr("no mapping '%1'; there are: %2, or FILE#engine/model").arg(spec, listed(m_all, nameOf)),
                 {}};
}

Result<QString> MappingLibrary::save(const StageMapping &mapping, bool replace)
{
    const KnownMapping *old = find(mapping.name());
    if (old && !replace)
        return Error{ErrorKind::Unreadable, Core::tr("there is a mapping '%1' already").arg(toText(mapping.name())),
                     old->file};
    if (!QDir().mkpath(m_folder))
        return Error{ErrorKind::Unreadable, Core::tr("the folder cannot be made"), m_folder};
    std::vector<StageMapping> content{mapping};
    QString path = QDir(m_folder).filePath(fileNameFor(mapping));
    const bool own = old && !old->file.isEmpty();
    if (own) {
        path = old->file;
        Result<MappingFile> file = loadMappings(path);
        if (!file)
            return file.error();
        content = file->mappings;
        for (StageMapping &entry : content)
            if (entry.name() == mapping.name())
                entry = mapping;
    }
    Result<QString> written = writeWholeFile(path, writeMappings(content), own ? Existing::Replace : Existing::Refuse);
    if (written)
        reload();
    return written;
}

Result<MappingFromFile> loadMappingSpec(const QString &spec)
{
    const QString path = fileOf(spec);
    Result<MappingFile> file = loadMappings(path);
    if (!file)
        return file.error();
    return pick(std::move(file.value()), spec.mid(path.size() + 1), path);
}

QString unreadableRule(const StageMapping &mapping, const QString &file)
{
    for (const std::vector<LabelRule> *list : {&mapping.stages, &mapping.substages})
        for (size_t row = 0; row < list->size(); ++row) {
            const LabelRule &rule = (*list)[row];
            const CompiledRegex compiled = rule.enabled ? compilePythonRegex(rule.regex, false) : CompiledRegex();
            if (compiled.ok())
                continue;
            const QString what = Core::tr("%1: rule %2, “%3”, is no regular expression: %4")
                                     .arg(toText(mapping.name()))
                                     .arg(row + 1)
                                     .arg(toText(rule.regex).left(100), compiled.error);
            const int64_t line = lineOf(rule.regex, file);
            return line > 0 ? Core::tr("line %1: %2").arg(line).arg(what) : what;
        }
    return {};
}

} // namespace ws
