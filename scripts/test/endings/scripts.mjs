// @ts-check
/**
 * The scripts that start something, and the moments at which they are ended: a line that they print, or a process that
 * they have. The shortest table has the first moment of each.
 *
 * @typedef {{ line: string } | { process: string }} Moment
 * @typedef {{ name: string, args: string[], moments: Moment[] }} Script FOLDER in args: a temporary folder, URL: a server
 */

/** @type {Script[]} */
export const SCRIPTS = [
  { name: 'start', args: [], moments: [{ line: 'millionrps ready' }, { process: 'postgres -D' }] },
  { name: 'demo', args: [], moments: [{ line: 'measuring' }, { process: 'millionrps-api' }] },
  { name: 'seed:journal', args: [], moments: [{ process: 'millionrps-api' }] },
  { name: 'seed:scale', args: [], moments: [{ line: 'starting' }, { line: 'of 10000 runs' }] },
  { name: 'screens', args: ['--shortest', '--out', 'FOLDER/data/screens'], moments: [{ line: 'sign-in' }] },
  {
    name: 'volley',
    args: ['--url', 'URL', '--connections', '2', '--duration', '60s'],
    moments: [{ process: 'agent volley' }],
  },
  { name: 'ui', args: [], moments: [{ line: 'parts ready' }] },
  { name: 'bench:overhead', args: [], moments: [{ line: 'round 1' }, { process: 'bin/server --' }] },
  { name: 'bench:live', args: ['--shortest'], moments: [{ line: 'opening' }] },
  { name: 'bench:sampler', args: ['--shortest'], moments: [{ line: 'round 1' }, { process: 'agent run' }] },
  { name: 'bench:loadgen', args: ['--shortest'], moments: [{ process: 'volley' }, { process: 'autocannon' }] },
  { name: 'bench:fleet', args: ['--shortest'], moments: [{ line: 'joined' }, { line: 'killing' }] },
  { name: 'bench:server', args: ['--shortest'], moments: [{ line: 'round 1' }] },
  { name: 'bench:experiments', args: ['--shortest'], moments: [{ line: 'seeding' }, { process: 'prisma' }] },
  { name: 'bench:web', args: ['--shortest'], moments: [{ line: 'seeding' }, { process: 'chromium' }] },
  { name: 'check:statistics', args: [], moments: [{ process: 'check-statistics' }] },
  { name: 'check:watch', args: [], moments: [{ process: 'check-watch' }] },
];

/** What ends them: the signal, and who gets it. */
export const ENDINGS = /** @type {const} */ ({
  'kill -9': { signal: 'SIGKILL', to: 'script' },
  SIGINT: { signal: 'SIGINT', to: 'group' },
  SIGTERM: { signal: 'SIGTERM', to: 'npm' },
  'kill -9 of npm': { signal: 'SIGKILL', to: 'npm' },
  'a child fails': { signal: 'SIGKILL', to: 'child' },
});

/**
 * After kill -9 something has to follow: it clears what was left.
 *
 * @type {(keyof typeof ENDINGS)[][]}
 */
const SHORTEST_ENDINGS = [
  ['kill -9', 'SIGINT'],
  ['kill -9', 'SIGTERM'],
];

/** Of the shortest table: the signals by turns from script to script. @param {Script} script */
export const shortestEndings = (script) => SHORTEST_ENDINGS[SCRIPTS.indexOf(script) % SHORTEST_ENDINGS.length] ?? [];
