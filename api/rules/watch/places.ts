/**
 * Places of commits along first parents, where later ones are higher. `listed`: the newest first, as the host tells them. What is
 * known keeps its place; the list goes on from its newest known commit. Of a list that holds no known one all are later.
 */
export function placesOf(listed: readonly string[], known: ReadonlyMap<string, number>): Map<string, number> {
  const oldestFirst = listed.toReversed();
  const anchor = oldestFirst.findLastIndex((commit) => known.has(commit));
  const anchorPlace = known.get(oldestFirst[anchor] ?? '') ?? Math.max(-1, ...known.values()) + 1;
  const offset = anchor < 0 ? anchorPlace : anchorPlace - anchor;
  return new Map(oldestFirst.map((commit, at) => [commit, known.get(commit) ?? offset + at]));
}
