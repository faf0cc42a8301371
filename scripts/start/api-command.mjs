// @ts-check
import path from 'node:path';
import { root } from './settings.mjs';

/**
 * What runs the API in a checkout. What the requests of many agents hold outlives 16 MB of young objects, and is then copied
 * again and again: with 64 MB the garbage collector took 6 % of a CPU for a thousand agents, with 16 MB 17 %. The API's image
 * says the same.
 */
export const API_ARGS = ['--max-semi-space-size=64', '--import', 'tsx', path.join(root, 'api/main.ts')];
