#pragma once
// Warpscope among the programs that a file manager opens profiles with. On Windows by the user's choice, with
// `warpscope --register`; elsewhere the package says so (packaging/*.desktop, Info.plist).

namespace ws {

/// Whether a person chooses it here.
bool mayAssociateFiles();
/// Names this program, where it lies now, under *Open with* of the kinds of files that hold profiles, for this user; a
/// double click opens Warpscope's own kinds. False: the system did not keep all of it.
bool associateFiles();
/// Takes back all of it. The keys of the own kinds go whole, with what another program may have put into them.
bool forgetFiles();

} // namespace ws
