#pragma once
// The sources of mappings: built in (resources), the user's own (JSON files in the configuration folder), and any file.
// A user's mapping with a built-in name is used instead of the built-in one.

#include "core/analysis/stages/stagemapping.h"

#include <QString>

#include <string_view>
#include <vector>

namespace ws {

inline constexpr std::string_view defaultMappingName = "default/any"; ///< in force at first start

/// The built-in mapping of that name, even when a user's mapping replaces it.
const StageMapping &defaultMapping();

struct KnownMapping
{
    StageMapping mapping;
    QString file; ///< empty: built in
};

/// "FILE#engine/model" or FILE: the mapping and the diagnostics of its file.
struct MappingFromFile
{
    StageMapping mapping;
    Diagnostics diagnostics;
};
Result<MappingFromFile> loadMappingSpec(const QString &spec);

/// The first rule in force that is no regular expression, with its place: such a rule takes no name, so all times would
/// go to others. `file`: where the mapping is from. Empty: none.
QString unreadableRule(const StageMapping &mapping, const QString &file);

enum class UnreadableRules : uint8_t { Refuse, Keep };

class MappingLibrary
{
public:
    /// The folder the user's mappings lie in, the same for all programs; it need not exist.
    static QString userFolder();

    /// An empty folder: built-in mappings only.
    explicit MappingLibrary(QString folder = userFolder());

    /// Built-in ones first. Reading the user's files again is up to the caller (reload()).
    const std::vector<KnownMapping> &all() const { return m_all; }
    /// The problems of the user's files, one line per kind.
    const Diagnostics &diagnostics() const { return m_diagnostics; }
    void reload();

    /// By "engine/model", the user's own first; null: not known.
    const KnownMapping *find(std::string_view name) const;

    /// "engine/model" of this library, "FILE#engine/model", or FILE when it holds one mapping only.
    /// Errors: NotFound (names the existing ones), those of loadMappings(), and Malformed for unreadableRule().
    Result<MappingFromFile> resolve(const QString &spec, UnreadableRules rules = UnreadableRules::Refuse) const;

    /// Writes to the user's folder, whole or not at all. Without `replace` a mapping of that name (built in or own) is
    /// an error; with it, an own one hides a built-in one. Other mappings of the same file stay. Returns the
    /// path.
    Result<QString> save(const StageMapping &mapping, bool replace);

private:
    QString m_folder;
    std::vector<KnownMapping> m_all;
    Diagnostics m_diagnostics;
};

} // namespace ws
