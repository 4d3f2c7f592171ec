// Short names of all GPU work of real files, at the widths of a narrow column, a table and a report.

#include "core/base/demangle.h"
#include "core/base/namecut.h"
#include "core/base/shortname.h"
#include "tests/support/corpus.h"

#include <QDirIterator>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ws;

namespace {

bool bracketsMatch(std::string_view text)
{
    std::string open;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(' || c == '[' || c == '{' || c == '<')
            open += c;
        else if (c == ')' || c == ']' || c == '}' || (c == '>' && i > 0 && text[i - 1] != '-')) {
            const char partner = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '<';
            if (open.empty() || open.back() != partner)
                return false;
            open.pop_back();
        }
    }
    return open.empty();
}

bool contains(const std::string &text, const char *part)
{
    return text.find(part) != text.npos;
}

/// What is wrong with the short form of a name; empty: nothing.
std::string fault(const std::string &brief, const std::string &full, size_t max)
{
    if (characterCount(brief) > max)
        return "longer than asked for";
    if (contains(brief, "……") || contains(brief, "… …"))
        return "cut twice in one place";
    if (contains(brief, ":::"))
        return "colons without a name between them";
    if (!bracketsMatch(brief) && bracketsMatch(full))
        return "brackets without a partner";
    const size_t number = brief.rfind(" #");
    if (number != brief.npos && full.find(brief.substr(number)) == full.npos)
        return "a number instead of what differs";
    return {};
}

std::vector<std::string> namesOf(const Run &run)
{
    std::set<std::string> names;
    for (const StringId id : run.gpu.name)
        names.emplace(run.text(id));
    return {names.begin(), names.end()};
}

class ShortNameSweep : public testing::TestWithParam<const char *>
{
};

} // namespace

TEST_P(ShortNameSweep, showsWhereTheNamesOfAFileDiffer)
{
    const QString folder = test::corpusPath(GetParam());
    SKIP_WITHOUT_CORPUS(folder.isEmpty());
    size_t files = 0;
    QDirIterator entries(folder, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        Progress progress;
        const auto loaded = loadRun(path, progress);
        if (!loaded || (*loaded)->gpu.name.empty())
            continue;
        ++files;
        const std::vector<std::string> names = namesOf(**loaded);
        const std::vector<std::string_view> views(names.begin(), names.end());
        for (const size_t max : {20, 40, 60}) {
            const std::vector<std::string> brief = shortNames(views, max);
            std::map<std::string, size_t> owner;
            for (size_t i = 0; i < names.size(); ++i) {
                EXPECT_EQ(fault(brief[i], demangled(names[i]), max), "") << brief[i] << "\n" << names[i];
                const auto [other, isNew] = owner.try_emplace(brief[i], i);
                EXPECT_TRUE(isNew) << brief[i] << "\n" << names[i] << "\n" << names[other->second];
            }
        }
    }
    EXPECT_GT(files, 0U);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ShortNameSweep, testing::Values("kineto", "nsys", "rocm", "ascend"),
                         [](const auto &info) { return std::string(info.param); });
