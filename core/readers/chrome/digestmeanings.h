#pragma once
// What the numbers in the digests of one thread mean in the run: its texts, tracks and categories. Each is looked up
// when an event uses it for the first time, so that the run gets its names and tracks in the order of the file,
// whichever thread has met them first.

#include "core/model/timelinebuilder.h"
#include "core/readers/chrome/eventdigest.h"

namespace ws {

class DigestMeanings
{
public:
    struct Thread
    {
        StringId pid, tid;
    };
    struct CategoryUse
    {
        uint16_t category = 0, module = 0; ///< of the run: for events as such, and for calls of an nn.Module
        CategoryKind kind = CategoryKind::Other;
    };

    /// The next digest of the thread, in order; before any of its numbers is used.
    void learn(const EventDigest &digest);
    /// Another run is filled from now on: the numbers mean the same texts, which have no ids in it yet.
    void forgetRun();

    StringId text(uint32_t number, StringPool &strings)
    {
        Text &text = m_texts[number];
        if (text.id == unknown)
            text.id = strings.intern(text.view);
        return text.id;
    }
    std::string_view categoryName(uint16_t number) const;
    CategoryUse category(uint16_t number, TimelineBuilder &builder)
    {
        KnownCategory &known = m_categories[number];
        return known.isKnown ? known.use : lookUp(known, builder);
    }
    Thread thread(uint32_t row, StringPool &strings)
    {
        const EventDigest::Row &what = m_rows[row].what;
        const StringId pid = text(what.pid, strings);
        return {pid, text(what.tid, strings)};
    }
    uint32_t track(uint32_t row, TimelineBuilder &builder);

private:
    static constexpr uint32_t unknown = UINT32_MAX;

    struct Text
    {
        std::string_view view;
        StringId id;
    };
    struct Row
    {
        EventDigest::Row what;
        uint32_t track;
    };
    struct KnownCategory
    {
        uint32_t text = 0;
        bool isKnown = false;
        CategoryUse use = {};
    };

    CategoryUse lookUp(KnownCategory &known, TimelineBuilder &builder);

    std::vector<Text> m_texts;
    std::vector<Row> m_rows;
    std::vector<KnownCategory> m_categories; ///< the first: none
    std::shared_ptr<const StringPool> m_textOwner;
};

} // namespace ws
