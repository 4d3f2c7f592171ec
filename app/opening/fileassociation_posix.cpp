#include "app/opening/fileassociation.h"

namespace ws {

bool mayAssociateFiles()
{
    return false;
}

bool associateFiles()
{
    return false;
}

bool forgetFiles()
{
    return false;
}

} // namespace ws
