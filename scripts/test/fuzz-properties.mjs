// @ts-check
import { spawnHeld } from '../start/ending.mjs';
import { root } from '../start/settings.mjs';

/**
 * The tests of properties with so many times as many inputs, and others each time.
 *
 * @param {number} times
 * @returns {Promise<import('./counts.mjs').Count>}
 */
export function fuzzProperties(times) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '--testTimeout',
    '600000',
    '.property.test',
  ];
  return new Promise((resolve, reject) => {
    const { child } = spawnHeld(process.execPath, args, {
      cwd: root,
      env: { ...process.env, MILLIONRPS_FUZZ_TIMES: String(times) },
      // What this script prints is figures.
      stdio: ['ignore', 2, 2],
    });
    child.once('error', reject);
    child.once('close', (code) =>
      resolve(code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: ['A property'] }),
    );
  });
}
