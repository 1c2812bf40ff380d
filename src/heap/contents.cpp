#include "heap/contents.h"

namespace custody::heap {

ContentsTable::RecentWrite &ContentsTable::recentWrite(ContentsId id, Offset offset, Value value) {
  uint64_t key = uint64_t(id) << 32 | uint32_t(offset.key());
  key ^= (uint64_t(value.targets) << 40) + (uint64_t(value.numbers) << 20) + value.symbol;
  return recentWrites[key * 0x9E3779B97F4A7C15 >> 56];
}

ContentsId ContentsTable::with(ContentsId id, Offset offset, Value value) {
  RecentWrite &recent = recentWrite(id, offset, value);
  if (recent.after != Nothing && recent.before == id && recent.offset == offset && recent.value == value)
    return recent.after;
  const llvm::ArrayRef<FieldValue> fields = (*this)[id];
  const size_t at = lowerBound(fields, offset);
  const bool isThere = at < fields.size() && fields[at].offset == offset;
  if (isThere && fields[at].value == value)
    return id;
  llvm::SmallVector<FieldValue, 16> changed(fields.size() + !isThere);
  std::copy(fields.begin(), fields.begin() + at, changed.begin());
  changed[at] = {offset, value};
  std::copy(fields.begin() + at + isThere, fields.end(), changed.begin() + at + 1);
  recent = {id, offset, value, intern(changed)};
  return recent.after;
}

ContentsId ContentsTable::without(ContentsId id, Offset offset) {
  const llvm::ArrayRef<FieldValue> fields = (*this)[id];
  const size_t at = lowerBound(fields, offset);
  if (at == fields.size() || fields[at].offset != offset)
    return id;
  llvm::SmallVector<FieldValue, 16> rest(fields);
  rest.erase(rest.begin() + at);
  return intern(rest);
}

ContentsTable::List ContentsTable::describe(llvm::ArrayRef<FieldValue> fields) {
  List list;
  llvm::SmallVector<LocId, 16> sites;
  for (const FieldValue &field : fields) {
    list.traits |= (values.hasSites(field.value) ? HasSites : 0) | (values.isVague(field.value) ? IsVague : 0) |
                   (field.value.symbol != 0 ? HasSymbols : 0);
    for (Target target : values.targets(field.value)) {
      list.targets |= bitOf(target.loc);
      if (values.isSite(target.loc) && (sites.empty() || sites.back() != target.loc))
        sites.push_back(target.loc);
    }
  }
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  list.sites = llvm::ArrayRef<LocId>(sites).copy(storage);
  list.fields = fields.copy(storage);
  return list;
}

ContentsId ContentsTable::intern(llvm::ArrayRef<FieldValue> fields) {
  const uint32_t next = lists.size();
  const uint32_t number = ids.findOrAdd(hashOfBytes(fields.data(), fields.size() * sizeof(FieldValue)), next,
                                        [&](uint32_t known) { return lists[known].fields == fields; });
  if (number == next)
    lists.push_back(describe(fields));
  return number << TraitBits | lists[number].traits;
}

} // namespace custody::heap
