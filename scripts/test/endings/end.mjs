// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../start/checks.mjs';
import { hold } from '../../start/ending.mjs';
import { root } from '../../start/settings.mjs';
import { descendants, until } from '../instance/processes.mjs';
import { family, leftOf, portsOf } from './left.mjs';
import { ENDINGS } from './scripts.mjs';

const BUSY_WITHIN_MS = 180_000;
const GONE_WITHIN_MS = 45_000;
const { scripts: COMMANDS } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * Runs a script by npm until a moment of its work, ends it, and says what is left and how long that took to go.
 *
 * @param {import('./scripts.mjs').Script} script
 * @param {import('./scripts.mjs').Moment} moment
 * @param {keyof typeof ENDINGS} ending
 * @param {{ folder: string, url: string }} given the folder of all endings of this script
 * @returns {Promise<{ left: string[], seconds: number }>}
 */
export async function end(script, moment, ending, { folder, url }) {
  // Also where another script's fault ends this one.
  const killAll = hold(() => {
    for (const { pid } of family(folder)) process.kill(pid, 'SIGKILL');
  });
  const { npm, said } = await start(script, folder, url);
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  const busy = () => reached(moment, said.text, folder);
  const what = () => `${script.name} came to ${JSON.stringify(moment)}; it said: ${said.text.slice(-600)}`;
  await Promise.race([
    until(`${script.name} in its work`, busy, BUSY_WITHIN_MS).catch(() =>
      Promise.reject(new Error(`never: ${what()}`)),
    ),
    ended.then(() => busy() || Promise.reject(new Error(`it ended before ${what()}`))),
  ]);
  const members = family(folder);
  const ports = portsOf(members);
  const { signal, to } = ENDINGS[ending];
  const beganMs = performance.now();
  for (const pid of receivers(to, npm.pid ?? 0, script.name)) process.kill(pid, signal);
  const look = () => leftOf({ folder, members, ports, foldersMayStay: ending.startsWith('kill -9') });
  let left = look();
  for (; left.length > 0 && performance.now() - beganMs < GONE_WITHIN_MS; left = look()) await sleep(50);
  const seconds = (performance.now() - beganMs) / 1000;
  await killAll();
  return { left, seconds };
}

/** @param {import('./scripts.mjs').Script} script @param {string} folder @param {string} url */
async function start({ name, args }, folder, url) {
  const filled = args.map((arg) => arg.replace('FOLDER', folder).replace('URL', url));
  const port = String(await freePort());
  const npm = spawn('npm', ['run', '-s', name, '--', ...filled], {
    cwd: root,
    // A group of its own, as a terminal gives it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TMPDIR: folder,
      MILLIONRPS_DATA: path.join(folder, 'data'),
      PORT: port,
      DATABASE_URL: '',
      MILLIONRPS_ADMIN_TOKEN: '',
    },
  });
  const said = { text: '' };
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (said.text += text));
  return { npm, said };
}

/** @param {import('./scripts.mjs').Moment} moment @param {string} said @param {string} folder */
function reached(moment, said, folder) {
  if ('line' in moment) return said.includes(moment.line);
  // Neither npm nor its shell, which have the name of what they start in their command.
  return family(folder).some(({ command }) => command.includes(moment.process) && !/^(npm|sh) /.test(command));
}

/** @param {(typeof ENDINGS)[keyof typeof ENDINGS]['to']} to @param {number} npm @param {string} name */
function receivers(to, npm, name) {
  if (to === 'group') return [-npm];
  if (to === 'npm') return [npm];
  // The last: what loads TypeScript comes before it.
  const file = COMMANDS[name].match(/scripts\/\S+/g).at(-1);
  const script = descendants(npm).find(({ command }) => command.includes(file) && !command.startsWith('sh '));
  if (!script) throw new Error(`${name} has no process of ${file}`);
  if (to === 'script') return [script.pid];
  return descendants(script.pid)
    .filter(({ parent }) => parent === script.pid)
    .slice(0, 1)
    .map(({ pid }) => pid);
}
