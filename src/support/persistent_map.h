// A map from numbers to numbers of which old versions stay valid: inserting makes a new version that shares all but a
// few nodes with the old one.
//
// Problem: a symbolic execution copies its memory at every branch and compares it at every join. Both should cost what
// the branches changed, not what there is.
//
// Idea: a Patricia trie over the bits of the key (Okasaki and Gill, "Fast mergeable integer maps"). Its shape depends
// on the keys only, so two versions with equal parts have equal subtrees, and a merge skips those that are one node.
// Nodes live in an arena and are never freed one by one. Depth is at most 32.
#pragma once

#include "llvm/ADT/bit.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <optional>

namespace custody::support {

class PersistentMap {
  struct Node {
    uint32_t key;             // of a leaf; the bits above `bit` of a branch
    uint32_t bit;             // 0: a leaf
    uint32_t value;           // of a leaf
    const Node *left, *right; // of a branch: keys without and with the bit
  };

public:
  using Arena = llvm::BumpPtrAllocator;

  bool isEmpty() const { return !root; }
  friend bool operator==(PersistentMap a, PersistentMap b) { return a.root == b.root; } // one version

  const uint32_t *find(uint32_t key) const {
    const Node *node = root;
    while (node && node->bit != 0)
      node = key & node->bit ? node->right : node->left;
    return node && node->key == key ? &node->value : nullptr;
  }

  PersistentMap with(Arena &arena, uint32_t key, uint32_t value) const {
    return PersistentMap(insert(arena, root, key, value));
  }
  PersistentMap without(Arena &arena, uint32_t key) const {
    return find(key) ? PersistentMap(remove(arena, root, key)) : *this;
  }

  // In no order that means anything, but the same for the same keys.
  template <class Visit>
  void forEach(Visit visit) const {
    walk(root, visit);
  }

  // `join(key, value of a or null, value of b or null)` gives the value of the merge, or none. Not asked for parts that
  // are one: those stay.
  template <class Join>
  static PersistentMap merge(Arena &arena, PersistentMap a, PersistentMap b, Join join) {
    return PersistentMap(merge(arena, a.root, b.root, join));
  }

  PersistentMap() = default;

private:
  explicit PersistentMap(const Node *root) : root(root) {}

  static const Node *leaf(Arena &arena, uint32_t key, uint32_t value) {
    return new (arena) Node{key, 0, value, nullptr, nullptr};
  }
  static uint32_t prefix(uint32_t key, uint32_t bit) { return key & ~(bit | (bit - 1)); }
  static bool matches(const Node *branch, uint32_t key) { return prefix(key, branch->bit) == branch->key; }

  static const Node *branch(Arena &arena, uint32_t key, uint32_t bit, const Node *left, const Node *right) {
    if (!left)
      return right;
    if (!right)
      return left;
    return new (arena) Node{key, bit, 0, left, right};
  }

  // Two trees whose keys differ in a bit above both.
  static const Node *link(Arena &arena, const Node *a, const Node *b) {
    const uint32_t bit = llvm::bit_floor(a->key ^ b->key);
    const bool aIsRight = a->key & bit;
    return branch(arena, prefix(a->key, bit), bit, aIsRight ? b : a, aIsRight ? a : b);
  }

  static const Node *insert(Arena &arena, const Node *node, uint32_t key, uint32_t value) {
    if (!node)
      return leaf(arena, key, value);
    if (node->bit == 0) {
      if (node->key != key)
        return link(arena, node, leaf(arena, key, value));
      return node->value == value ? node : leaf(arena, key, value);
    }
    if (!matches(node, key))
      return link(arena, node, leaf(arena, key, value));
    const Node *left = node->left, *right = node->right;
    (key & node->bit ? right : left) = insert(arena, key & node->bit ? right : left, key, value);
    return left == node->left && right == node->right ? node : branch(arena, node->key, node->bit, left, right);
  }

  static const Node *remove(Arena &arena, const Node *node, uint32_t key) {
    if (node->bit == 0)
      return nullptr;
    if (key & node->bit)
      return branch(arena, node->key, node->bit, node->left, remove(arena, node->right, key));
    return branch(arena, node->key, node->bit, remove(arena, node->left, key), node->right);
  }

  template <class Visit>
  static void walk(const Node *node, Visit &visit) {
    if (!node)
      return;
    if (node->bit == 0)
      return visit(node->key, node->value);
    walk(node->left, visit);
    walk(node->right, visit);
  }

  // What is only on one side.
  template <class Map>
  static const Node *mapLeaves(Arena &arena, const Node *node, Map &map) {
    if (!node)
      return nullptr;
    if (node->bit == 0) {
      const std::optional<uint32_t> value = map(node->key, node->value);
      return !value ? nullptr : *value == node->value ? node : leaf(arena, node->key, *value);
    }
    const Node *left = mapLeaves(arena, node->left, map), *right = mapLeaves(arena, node->right, map);
    return left == node->left && right == node->right ? node : branch(arena, node->key, node->bit, left, right);
  }

  template <class Join>
  static const Node *merge(Arena &arena, const Node *a, const Node *b, Join &join) {
    if (a == b)
      return a;
    auto onlyA = [&](uint32_t key, uint32_t value) { return join(key, &value, nullptr); };
    auto onlyB = [&](uint32_t key, uint32_t value) { return join(key, nullptr, &value); };
    if (!a)
      return mapLeaves(arena, b, onlyB);
    if (!b)
      return mapLeaves(arena, a, onlyA);
    if (a->bit == 0 && b->bit == 0 && a->key == b->key) {
      const std::optional<uint32_t> value = join(a->key, &a->value, &b->value);
      return value ? leaf(arena, a->key, *value) : nullptr;
    }
    if (a->bit != 0 && a->bit == b->bit && a->key == b->key) {
      const Node *left = merge(arena, a->left, b->left, join), *right = merge(arena, a->right, b->right, join);
      return left == a->left && right == a->right ? a : branch(arena, a->key, a->bit, left, right);
    }
    if (a->bit > b->bit && matches(a, b->key)) { // b lies in one half of a
      const bool isRight = b->key & a->bit;
      const Node *left = isRight ? mapLeaves(arena, a->left, onlyA) : merge(arena, a->left, b, join);
      const Node *right = isRight ? merge(arena, a->right, b, join) : mapLeaves(arena, a->right, onlyA);
      return branch(arena, a->key, a->bit, left, right);
    }
    if (b->bit > a->bit && matches(b, a->key)) {
      const bool isRight = a->key & b->bit;
      const Node *left = isRight ? mapLeaves(arena, b->left, onlyB) : merge(arena, a, b->left, join);
      const Node *right = isRight ? merge(arena, a, b->right, join) : mapLeaves(arena, b->right, onlyB);
      return branch(arena, b->key, b->bit, left, right);
    }
    const Node *left = mapLeaves(arena, a, onlyA), *right = mapLeaves(arena, b, onlyB);
    return !left ? right : !right ? left : link(arena, left, right);
  }

  const Node *root = nullptr;
};

} // namespace custody::support
