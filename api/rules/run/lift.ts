export type Stored = Record<string, unknown>;

/** Each entry lifts what was stored by one version. */
export type Upgraders = Record<number, (stored: Stored) => Stored>;

/** Lifts a stored document step by step, for as long as there is a step; `field` names the version in it. */
export function lift(stored: unknown, field: string, upgraders: Upgraders): Stored {
  let document = stored as Stored;
  for (;;) {
    const version = document[field];
    const upgrade = typeof version === 'number' ? upgraders[version] : undefined;
    if (!upgrade) return document;
    document = upgrade(document);
  }
}
