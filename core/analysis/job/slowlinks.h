#pragma once
// A rank whose transfers take longer. Two proofs: the collectives of one kind and size take much longer in every group
// of this rank than in every group without it, and it is the only rank that all slow groups have in common; or, in
// large collectives, they end later on this rank than on the others, by more than the clocks are uncertain. Where one
// group is slow as a whole, nobody knows which of its ranks is to blame, and none is named.

#include "core/analysis/job/straggler.h"

namespace ws {

std::optional<Straggler> findSlowLink(const RankJob &job);

} // namespace ws
