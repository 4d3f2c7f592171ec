#pragma once
// gzip and zip as ByteSources, by zlib. Internal to the core: use ByteSource::open().
// Inflating stops at deflate block boundaries (Z_BLOCK) only when a new restart point is due, so the points cost
// nothing measurable. Their distance doubles whenever there are 512 of them: at most 16 MB for any file.

#include "core/io/bytesource.h"

#include <QFile>

namespace ws {

Result<std::unique_ptr<ByteSource>> openGzip(std::unique_ptr<QFile> file, const FileStamp &stamp);
/// Errors: Unsupported when the archive is encrypted, holds several files, or packs by another method than deflate.
Result<std::unique_ptr<ByteSource>> openZip(std::unique_ptr<QFile> file, const FileStamp &stamp);

} // namespace ws
