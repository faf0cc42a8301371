// @ts-check
import { afterAll, beforeAll } from 'vitest';
import { labOfThisSuite } from './guest.mjs';
import { RealInstance } from './real-instance.mjs';

/** One guest and one instance for all tests of whole runs: it takes longer to make them than many a test does. */
export const instance = new RealInstance();

beforeAll(async () => {
  await instance.start(labOfThisSuite(), (line) => console.log(line));
}, 240_000);
afterAll(() => instance.stop());
