// @ts-check
import satisfies from 'spdx-satisfies';

/** What may come with the product: nobody who passes it on has to publish what is their own. SPDX ids. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // How the detector names that of Go's own modules, whose LICENSE has the three clauses.
  'BSD-Source-Code',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
];

/** Packages whose licence is another one, or is not told in SPDX's words, and why they may come along: names, or how they begin. */
const EXCEPTIONS = [
  { names: /^seq-queue$/, why: 'MIT, by its file LICENSE; package.json does not say' },
  { names: /^@visx\/vendor$/, why: "says 'MIT and ISC', in small letters" },
  { names: /^geist$/, why: 'SIL OFL 1.1: a font may be shipped with a program under any licence' },
  { names: /^elkjs$/, why: 'EPL-2.0: used as it is, and its source is published with it' },
  { names: /^lightningcss(-|$)/, why: 'MPL-2.0: used as it is, in the build of the web app alone' },
  { names: /^axe-core$/, why: 'MPL-2.0: used as it is, in tests alone' },
  { names: /^@img\/sharp-/, why: 'LGPL-3.0-or-later: libvips, a library of its own that can be replaced' },
];

/**
 * A part of a CycloneDX document.
 *
 * @typedef {object} Component
 * @property {string} name
 * @property {string} [group]
 * @property {string} [version]
 * @property {Licence[]} [licenses] as declared
 * @property {{ licenses?: Licence[] }} [evidence] as detected in its files
 *
 * @typedef {{ license?: { id?: string, name?: string }, expression?: string }} Licence
 */

/** One sentence for each part that may not come along. @param {Component[]} components @returns {string[]} */
export const unwantedLicences = (components) =>
  components.flatMap((component) => {
    const name = component.group ? `${component.group}/${component.name}` : component.name;
    if (EXCEPTIONS.some(({ names }) => names.test(name))) return [];
    const told = licenceOf(component);
    return told !== null && isAllowed(told)
      ? []
      : [`${name} ${component.version ?? ''} has ${told ? `the licence ${told}` : 'no licence that was found'}.`];
  });

/** All that are told hold together; null where none is. @param {Component} component */
export function licenceOf({ licenses, evidence }) {
  const told = (licenses?.length ? licenses : (evidence?.licenses ?? [])).map(
    ({ expression, license }) => expression ?? license?.id ?? license?.name,
  );
  return told.length === 0 || told.includes(undefined) ? null : told.map((one) => `(${one})`).join(' AND ');
}

/** Words that are no SPDX expression allow nothing. @param {string} told */
function isAllowed(told) {
  try {
    return satisfies(told, ALLOWED);
  } catch {
    return false;
  }
}
