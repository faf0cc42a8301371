#!/usr/bin/env node
// @ts-check
/**
 * `npm run sbom -- --out FOLDER`: lists what the product consists of, in CycloneDX, and fails when a part has a licence that may not
 * come along.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';
import { licenceOf, unwantedLicences } from './supply/licences.mjs';
import { writeSboms } from './supply/sbom.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(root, '.build/sbom') } } });
  await build({ report: () => {}, web: false });
  const documents = await writeSboms(path.resolve(process.env.INIT_CWD ?? '.', values.out));
  for (const { file, components } of documents) {
    const licences = new Set(components.map(licenceOf));
    console.log(`${file}: ${components.length} packages, ${licences.size} licences`);
  }
  const unwanted = new Set(documents.flatMap(({ components }) => unwantedLicences(components)));
  if (unwanted.size > 0) throw new Sentence([...unwanted].join('\n'));
});
