#include "core/io/pack/packkey.h"

#include "core/base/translation.h"
#include "core/io/pack/packsections.h"
#include "readershash.h"

namespace ws {

std::string packKey()
{
    return "wsp" + std::to_string(packVersion) + "-" WARPSCOPE_VERSION "-" WARPSCOPE_READERS "-" + textsLanguage();
}

} // namespace ws
