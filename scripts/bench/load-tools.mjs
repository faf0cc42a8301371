// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { binFolder } from '../start/build.mjs';
import { toolsFolder } from '../start/load-tools.mjs';
import { root } from '../start/settings.mjs';

const CONNECTIONS = 50;
const DEPTH = 16;
const wrkScript = path.join(root, 'agent/internal/loadgen/wrk.lua');
const autocannon = path.join(root, 'node_modules/autocannon/autocannon.js');

/**
 * A load tool with one thread and 50 connections, as busy as the server lets it be.
 *
 * @typedef {object} LoadTool
 * @property {string} name
 * @property {('plain' | 'p16')[]} modes
 * @property {(url: string, mode: 'plain' | 'p16', seconds: number) => string[]} argv
 */

/** @param {(line: string) => void} report says what is left out @returns {LoadTool[]} ours first */
export function loadTools(report) {
  const tools = [volley(), wrk(), cannon(), vegeta(report), oha(report)];
  return tools.filter((tool) => tool !== null);
}

/** @returns {LoadTool} */
const volley = () => ({
  name: 'volley',
  modes: ['plain', 'p16'],
  argv: (url, mode, seconds) => [
    path.join(binFolder, 'agent'),
    'volley',
    `--connections=${CONNECTIONS}`,
    `--pipelining=${mode === 'p16' ? DEPTH : 1}`,
    `--duration=${seconds}s`,
    '--loops=1',
    '--json',
    `--url=${url}`,
  ],
});

/** With the script that the agent gives it, but without its count of statuses: wrk at its fastest. @returns {LoadTool} */
const wrk = () => ({
  name: 'wrk',
  modes: ['plain', 'p16'],
  argv: (url, mode, seconds) => {
    const argv = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', wrkScript, url];
    return mode === 'p16' ? [...argv, String(DEPTH)] : argv;
  },
});

/** @returns {LoadTool} */
const cannon = () => ({
  name: 'autocannon',
  modes: ['plain', 'p16'],
  argv: (url, mode, seconds) => {
    const depth = mode === 'p16' ? DEPTH : 1;
    return [process.execPath, autocannon, '-c', `${CONNECTIONS}`, '-p', `${depth}`, '-d', `${seconds}`, '--json', url];
  },
});

/** Its results go nowhere: encoding and merging them would come on top. @returns {LoadTool | null} */
function vegeta(report) {
  const program = found('vegeta', report);
  if (!program) return null;
  const attack = ['-rate=0', `-max-workers=${CONNECTIONS}`, '-output=/dev/null'];
  return {
    name: 'vegeta',
    modes: ['plain'],
    // It reads its targets from standard input, which is ours to give: one line of a file that bash makes.
    argv: (url, _mode, seconds) => [
      'bash',
      '-c',
      `exec "$0" attack ${attack.join(' ')} -duration=${seconds}s <<< "GET $1"`,
      program,
      url,
    ],
  };
}

/** @returns {LoadTool | null} */
function oha(report) {
  const program = found('oha', report);
  if (!program) return null;
  return {
    name: 'oha',
    modes: ['plain'],
    argv: (url, _mode, seconds) => [
      program,
      ...['-c', `${CONNECTIONS}`, '-z', `${seconds}s`, '--no-tui', '--output-format', 'json', url],
    ],
  };
}

function found(program, report) {
  const folders = [toolsFolder, ...(process.env.PATH ?? '').split(path.delimiter)];
  const file = folders.map((folder) => path.join(folder, program)).find((name) => existsSync(name));
  if (!file) report(`${program} is left out: it is not installed`);
  return file;
}
