#include "support/build_id.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <elf.h>
#include <link.h>

namespace custody::support {

namespace {

constexpr size_t Align = 4;

size_t padded(size_t size) {
  return (size + Align - 1) & ~(Align - 1);
}

// The notes of one segment: a header, the owner's name and the description, each padded.
llvm::StringRef findBuildId(llvm::StringRef notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::copy_n(notes.data(), sizeof(header), reinterpret_cast<char *>(&header));
    notes = notes.drop_front(sizeof(header));
    llvm::StringRef owner = notes.take_front(header.n_namesz);
    notes = notes.drop_front(std::min(notes.size(), padded(header.n_namesz)));
    if (header.n_type == NT_GNU_BUILD_ID && owner == llvm::StringRef("GNU", 4))
      return notes.take_front(header.n_descsz);
    notes = notes.drop_front(std::min(notes.size(), padded(header.n_descsz)));
  }
  return {};
}

int visitObject(dl_phdr_info *info, size_t, void *result) {
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    auto *start = reinterpret_cast<const char *>(info->dlpi_addr + segment.p_vaddr);
    llvm::StringRef id = findBuildId(llvm::StringRef(start, segment.p_memsz));
    if (!id.empty())
      *static_cast<llvm::StringRef *>(result) = id;
  }
  return 1; // the first object is the program itself; the others are libraries
}

} // namespace

Hash buildId() {
  llvm::StringRef note;
  dl_iterate_phdr(visitObject, &note);
  if (!note.empty())
    return hashOf(note);
  auto executable = llvm::MemoryBuffer::getFile("/proc/self/exe");
  return executable ? hashOf((*executable)->getBuffer()) : Hash();
}

} // namespace custody::support
