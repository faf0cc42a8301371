// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tied } from '../start/tied.mjs';

const DEBIAN_PACKAGES = 'var/lib/dpkg/status';
const OUTPUT_BYTES = 64 << 20;

/** @typedef {{ name: string, version: string, purl: string }} Part purl: as https://github.com/package-url/purl-spec has it */

/**
 * What an image consists of, in CycloneDX, by its files: the packages of Debian that are installed, those of npm wherever they lie, and the
 * modules that are in programs of Go, with its library.
 *
 * @param {string} folder its files, unpacked
 * @param {string} name of the image
 * @param {string} version
 */
export function imageDocument(folder, name, version) {
  const parts = [...debianParts(folder), ...npmParts(folder), ...goParts(folder)];
  const components = [...new Map(parts.map((part) => [part.purl, part])).values()]
    .sort((a, b) => (a.purl < b.purl ? -1 : 1))
    .map((part) => ({ type: 'library', 'bom-ref': part.purl, ...part }));
  const metadata = { component: { type: 'container', 'bom-ref': name, name, version } };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components };
}

/** @param {string} folder @returns {Part[]} */
function debianParts(folder) {
  const file = path.join(folder, DEBIAN_PACKAGES);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split(/\n\n+/)
    .map((entry) => new Map(entry.split('\n').map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/, 2)))))
    .filter((fields) => fields.get('Status')?.endsWith(' installed'))
    .map((fields) => {
      const [name = '', version = ''] = [fields.get('Package'), fields.get('Version')];
      const arch = fields.get('Architecture') ?? 'all';
      return { name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}` };
    });
}

/** @param {string} folder @returns {Part[]} */
function npmParts(folder) {
  return packagesBelow(folder).flatMap((file) => {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
    // Packages have nameless ones inside, which say of what kind the files beside them are.
    if (typeof name !== 'string' || typeof version !== 'string') return [];
    return [{ name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}` }];
  });
}

/** Each package.json of a package in a node_modules; links are not followed. @param {string} folder @returns {string[]} */
function packagesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'package.json')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file));
}

/** @param {string} folder @returns {Part[]} */
function goParts(folder) {
  const [program, args] = tied('SIGTERM', 'go', ['version', '-m', folder]);
  const told = execFileSync(program, args, { encoding: 'utf8', maxBuffer: OUTPUT_BYTES });
  return told.split('\n').flatMap((line) => {
    const compiler = /: go(\d\S*)$/.exec(line)?.[1];
    const [, kind, name = '', version = ''] = compiler ? ['', 'dep', 'stdlib', compiler] : line.split('\t');
    return kind === 'dep' || kind === '=>' ? [{ name, version, purl: `pkg:golang/${name}@${version}` }] : [];
  });
}
