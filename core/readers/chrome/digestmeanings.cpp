#include "core/readers/chrome/digestmeanings.h"

namespace ws {

void DigestMeanings::learn(const EventDigest &digest)
{
    if (digest.isFirst) {
        *this = DigestMeanings();
        m_categories.push_back({0, true, {}});
    }
    m_textOwner = digest.textOwner;
    for (const std::string_view text : digest.texts)
        m_texts.push_back({text, unknown});
    for (const EventDigest::Row &row : digest.rows)
        m_rows.push_back({row, unknown});
    for (const uint32_t text : digest.categories)
        m_categories.push_back({text, false, {}});
}

void DigestMeanings::forgetRun()
{
    for (Text &text : m_texts)
        text.id = unknown;
    for (Row &row : m_rows)
        row.track = unknown;
    for (size_t i = 1; i < m_categories.size(); ++i)
        m_categories[i].isKnown = false;
}

std::string_view DigestMeanings::categoryName(uint16_t number) const
{
    return m_texts[m_categories[number].text].view;
}

DigestMeanings::CategoryUse DigestMeanings::lookUp(KnownCategory &known, TimelineBuilder &builder)
{
    const std::string_view name = m_texts[known.text].view;
    known.use.category = known.use.module = builder.category(name);
    known.use.kind = builder.kindOf(known.use.category);
    if (known.use.kind == CategoryKind::Python)
        known.use.module = builder.category(name, true);
    known.isKnown = true;
    return known.use;
}

uint32_t DigestMeanings::track(uint32_t row, TimelineBuilder &builder)
{
    Row &known = m_rows[row];
    if (known.track == unknown) {
        const Thread names = thread(row, builder.strings());
        known.track = known.what.process
                          ? builder.gpuTrack(names.pid, names.tid, text(known.what.process, builder.strings()))
                          : builder.track(known.what.kind, names.pid, names.tid);
    }
    return known.track;
}

} // namespace ws
