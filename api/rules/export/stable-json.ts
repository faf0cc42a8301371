/** JSON on one line with the keys of every object in one order: what is the same has the same bytes, however it was stored. */
export const stableJson = (value: unknown): string => `${JSON.stringify(value, inOrder)}\n`;

function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
