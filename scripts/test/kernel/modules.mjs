// @ts-check

/**
 * Modules in the order in which they have to be inserted: each after those that it depends on. A name that `read` knows
 * no file of is built into the kernel and left out.
 *
 * @param {string[]} wanted names of modules
 * @param {(name: string) => Buffer | null} read a module's file; null when there is none
 * @returns {{ name: string, file: Buffer }[]}
 */
export function insertionOrder(wanted, read) {
  const ordered = /** @type {{ name: string, file: Buffer }[]} */ ([]);
  const seen = new Set();
  const add = (/** @type {string} */ name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const file = read(name);
    if (!file) return;
    for (const needed of dependenciesOf(file)) add(needed);
    ordered.push({ name, file });
  };
  for (const name of wanted) add(name);
  return ordered;
}

/** The `depends=` of a module's `.modinfo` section. @param {Buffer} file @returns {string[]} */
export function dependenciesOf(file) {
  const at = file.indexOf('\0depends=');
  if (at < 0) return [];
  const start = at + '\0depends='.length;
  return file.toString('latin1', start, file.indexOf(0, start)).split(',').filter(Boolean);
}
