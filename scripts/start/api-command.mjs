// @ts-check
import path from 'node:path';
import { bundledApi } from './bundle-api.mjs';
import { root } from './settings.mjs';

/** Before a program of TypeScript. */
export const TSX = ['--import', path.join(root, 'scripts/start/tsx.mjs')];

/** What runs the API where nothing is built, as in its own tests. */
export const API_OF_SOURCES = [...TSX, path.join(root, 'api/main.ts')];

/**
 * What runs the API in a checkout, from what `build` made. What the requests of many agents hold outlives 16 MB of young objects, and is then copied
 * again and again: with 64 MB the garbage collector took 6 % of a CPU for a thousand agents, with 16 MB 17 %. The API's image
 * says the same.
 */
export const API_ARGS = ['--max-semi-space-size=64', '--enable-source-maps', bundledApi];
