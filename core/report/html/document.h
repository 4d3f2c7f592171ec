#pragma once
// A report as data: sections of sentences, charts and tables. HTML and Markdown are written from this one structure, so
// they say the same, and what must not leave the house is taken out of it in one place (redaction.h), before anything
// is drawn. Its texts are in the language of the program at the time it was made.

#include "core/report/reporttable.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <variant>
#include <vector>

namespace ws {

/// A part of a bar. Parts of one label share their colour and can be hidden together.
struct ChartPart
{
    QString label;
    int64_t ns = 0; ///< negative ones are not drawn
    uint32_t colour = 0xBBBBBB;
    QString detail = {}; ///< further text of the hover: a count
};

struct DocumentBar
{
    QString label;
    std::vector<ChartPart> parts;
};

/// Bars of parts, one below the other on one scale of time.
struct BarChart
{
    std::string id; ///< in names of files and anchors: "stages"
    QString title;
    std::vector<DocumentBar> bars;
    QString note = {};
    bool areShares = false; ///< each bar is 100 % instead, with its time beside it
};

/// How a first time becomes a second one: the first and the last bar are whole times, those between are changes.
struct WaterfallChart
{
    std::string id;
    QString title;
    struct Step
    {
        QString label;
        int64_t ns = 0;
        bool isTotal = false;
    };
    std::vector<Step> steps;
    QString note = {};
};

struct TextBlock
{
    QString text;
    bool isLead = false; ///< the first sentence of a page
};
struct ListBlock
{
    struct Item
    {
        QString text;
        QStringList more = {}; ///< sentences below it
        QString label = {};    ///< what it speaks of: "Findings"; in one list all have one, or none
    };
    std::vector<Item> items;
};
struct TableBlock
{
    ReportTable table;
    size_t maxRows = 500; ///< the rest is counted in a note
};

using Block = std::variant<TextBlock, ListBlock, BarChart, WaterfallChart, TableBlock>;

struct Section
{
    QString title;
    int level = 2; ///< 2: a part of the report, 3: a part of that
    std::vector<Block> blocks;
};

struct Document
{
    QString title;
    std::string language; ///< "en", "zh-CN": of its texts
    std::vector<Section> sections;
};

} // namespace ws
