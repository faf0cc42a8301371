// @ts-check
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './settings.mjs';

const API = path.join(root, 'api');
const OUT = path.join(root, '.build/api');
/** The process, and a thread of it. */
const ENTRIES = ['main.ts', 'imports/import-thread.ts'].map((name) => path.join(API, name));
/** What Node runs. */
export const bundledApi = path.join(OUT, 'main.mjs');

/**
 * Puts the API's hundreds of sources into a few files that Node reads at once. From the sources, of which each has to be stripped of its types
 * first, it took the API twice as long to start. Packages stay where they are: some read files beside them.
 */
export async function bundleApi() {
  const { build, stop } = await import('esbuild');
  // Parts are named by what is in them: those of before would stay.
  rmSync(OUT, { recursive: true, force: true });
  await build({
    entryPoints: ENTRIES,
    outdir: OUT,
    outbase: API,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    logLevel: 'silent',
    plugins: [placesOfSources],
  });
  // Its process would stay as long as this one.
  await stop();
}

/** @type {import('esbuild').Plugin} */
const placesOfSources = {
  name: 'places of sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const within = path.relative(API, file);
      if (within.startsWith('..')) return null;
      const source = await readFile(file, 'utf8');
      const contents = source
        // Files beside a source are read from there,
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        // and a thread is started from the bundle.
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path.join(OUT, within)).href));
      return { contents, loader: 'ts' };
    });
  },
};
