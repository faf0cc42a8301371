import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../../reference/journal');

/** The bundles that come with the product, by name. */
export async function readReferenceSet(): Promise<{ name: string; bytes: Buffer }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(FOLDER, name)) })));
}
