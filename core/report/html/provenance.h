#pragma once
// Where the numbers of a report come from, so that another person can make the same report again: files with size and
// SHA-256, the version of the program, the mapping and its hash, what was left out, and what the reader complained of.

#include "core/analysis/stages/stagemapping.h"
#include "core/report/html/document.h"

namespace ws {

struct ProvenanceRun
{
    std::shared_ptr<const Run> run;
    QString label;
    StageMapping mapping;
    QString mappingFrom; ///< as it was asked for
};

/// Of the mapping as Warpscope writes it, so that equal rules have equal hashes whatever file they are from.
QString mappingHash(const StageMapping &mapping);

/// `excluded`: sentences, what the numbers leave out. Reads the files again.
std::vector<Block> provenance(const std::vector<ProvenanceRun> &runs, const QString &scope,
                              const QStringList &excluded);

} // namespace ws
