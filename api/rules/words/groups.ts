/** Items that have a key in common, in the order of the first of each; those whose key is null are left out. */
export function groupsBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key | null): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
