#!/usr/bin/env node
// @ts-check
/**
 * `npm run sbom -- --out FOLDER`: lists what the product consists of, in CycloneDX, and fails when a part has a licence that may not
 * come along. With `--image NAME --files FOLDER` it lists what an image consists of instead, whose files lie unpacked in that folder.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';
import { imageDocument } from './supply/image.mjs';
import { licenceOf, unwantedLicences } from './supply/licences.mjs';
import { writeSboms } from './supply/sbom.mjs';

/** Of where the command was typed. @param {string} folder */
const given = (folder) => path.resolve(process.env.INIT_CWD ?? '.', folder);

await runScript(async () => {
  const out = { type: /** @type {const} */ ('string'), default: path.join(root, '.build/sbom') };
  const { values } = parseArgs({ options: { out, image: { type: 'string' }, files: { type: 'string' } } });
  const folder = given(values.out);
  if (values.image === undefined && values.files === undefined) await listProduct(folder);
  else listImage(folder, values.image, values.files);
});

/** @param {string} folder */
async function listProduct(folder) {
  await build({ report: () => {}, web: false });
  const documents = await writeSboms(folder);
  for (const { file, components } of documents) {
    const licences = new Set(components.map(licenceOf));
    console.log(`${file}: ${components.length} packages, ${licences.size} licences`);
  }
  const unwanted = new Set(documents.flatMap(({ components }) => unwantedLicences(components)));
  if (unwanted.size > 0) throw new Sentence([...unwanted].join('\n'));
}

/** @param {string} folder @param {string | undefined} image @param {string | undefined} files */
function listImage(folder, image, files) {
  if (!image || !/^[a-z0-9][a-z0-9._-]*$/.test(image))
    throw new Sentence('Name the image, such as --image millionrps-api.');
  if (!files || !statSync(given(files), { throwIfNoEntry: false })?.isDirectory())
    throw new Sentence('Name the folder with its unpacked files: --files FOLDER.');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const document = imageDocument(given(files), image, version);
  if (document.components.length === 0)
    throw new Sentence(`${files} has no package of Debian or npm and no program of Go.`);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${image}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`${file}: ${document.components.length} packages`);
}
