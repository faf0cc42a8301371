// @ts-check
/** What is known to be weak in packages that come with the product, and which of it fails a check. */

/**
 * @typedef {object} Advisory
 * @property {string} id such as GHSA-xxxx-xxxx-xxxx or GO-2026-1234
 * @property {string} subject the package, with its version where that is told
 * @property {string} severity npm's word; of Go, whose database has none, `present` where the weak function is in the program, `absent` where only its module is
 * @property {string} title
 *
 * @typedef {{ id: string, why: string, until: string }} Accepted why the product is not struck, and until which day (YYYY-MM-DD) that was thought
 */

/** What fails. The rest is told: it is mended with the next update of its package. */
const SEVERE = new Set(['critical', 'high', 'present']);

/** @type {Accepted[]} */
export const ACCEPTED = [];

/**
 * @param {any} report of `npm audit --json`
 * @returns {Advisory[]} each once, however many packages it reaches by way of another
 */
export function advisoriesOfNpm({ vulnerabilities = {} }) {
  const own = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'));
  const byUrl = new Map(own.map((cause) => [cause.url, cause]));
  return [...byUrl.values()].map(({ url, name, range, severity, title }) => ({
    id: String(url).split('/').at(-1) ?? '',
    subject: `${name} ${range}`,
    severity,
    title,
  }));
}

/**
 * @param {string} text of `govulncheck -format json`: JSON values, one after another
 * @returns {Advisory[]}
 */
export function advisoriesOfGo(text) {
  const said = text
    .split(/^(?=\{)/m)
    .filter((value) => value.trim())
    .map((value) => JSON.parse(value));
  const titles = new Map(said.flatMap(({ osv }) => (osv ? [[osv.id, osv.summary]] : [])));
  /** @type {Map<string, Advisory>} */
  const found = new Map();
  for (const { finding } of said) {
    if (!finding) continue;
    const { osv: id, trace } = finding;
    const [{ module, version = '', function: isIn }] = trace;
    if (found.get(id)?.severity === 'present') continue;
    const severity = isIn ? 'present' : 'absent';
    found.set(id, { id, subject: `${module} ${version}`.trim(), severity, title: titles.get(id) ?? '' });
  }
  return [...found.values()];
}

/**
 * @param {Advisory[]} advisories
 * @param {string} today YYYY-MM-DD
 * @param {Accepted[]} [accepted]
 * @returns {{ failing: string[], told: string[] }} a line for each
 */
export function judged(advisories, today, accepted = ACCEPTED) {
  const of = (/** @type {Advisory} */ { id }) => accepted.find((one) => one.id === id && one.until >= today);
  const fails = (/** @type {Advisory} */ one) => SEVERE.has(one.severity) && !of(one);
  const line = (/** @type {Advisory} */ one) => {
    const known = of(one);
    const why = known ? `; accepted until ${known.until}: ${known.why}` : '';
    return `${one.id} (${one.severity}) ${one.subject}: ${one.title}${why}`;
  };
  return {
    failing: advisories.filter(fails).map(line),
    told: advisories.filter((one) => !fails(one)).map(line),
  };
}
