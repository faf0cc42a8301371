import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, drivenRun } from '../../testing/driven-run.ts';
import { hashOf, sampleIdentity } from '../../testing/sample-identity.ts';
import { documentScript } from './document-script.ts';
import { FIGURES_LIBRARY } from './figures-library.ts';

/** Scripts of hosts' own targets, started as a person starts them. What belongs to this test has its folder in its command. */
let folder = '';
let beside: ChildProcess | undefined;
let squatter: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-target-'));
});
afterEach(() => {
  beside?.kill('SIGKILL');
  squatter?.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => path.join(folder, name);

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

function processesHere(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return command.includes(folder) ? [command] : [];
    } catch {
      return [];
    }
  });
}

const SERVER = `import http from 'node:http';
const [port] = process.argv.slice(2);
http.createServer((_, reply) => reply.end('ok')).listen(Number(port), '127.0.0.1');`;

/** The script of a run whose target is a host's own, here started by this command; a tool that prints what wrk prints. */
function scriptOf(port: number, command: string[] | null, tool = ''): string {
  writeFileSync(at('server.mjs'), SERVER);
  const printed = path.join(import.meta.dirname, '../../../agent/internal/loadgen/testdata/wrk.txt');
  writeFileSync(at('tool'), `#!/bin/bash\n${tool}\ncat ${printed}\n`, { mode: 0o755 });
  const plain = drivenRun(command ?? ['/usr/sbin/own'], [at('tool')]);
  const run = {
    ...plain,
    spec: {
      ...plain.spec,
      target: { kind: 'named' as const, name: 'own', tls: false, parameters: [] },
      load: { ...plain.spec.load, tool: 'wrk' as const },
    },
    target: plain.target && { ...plain.target, url: `http://127.0.0.1:${port}` },
  };
  const ownTargets = new Map(command ? [[run.id, command]] : []);
  writeFileSync(at('x.sh'), documentScript(documentOf(run), { inputs: [], ownTargets, ownIdentities: new Map() }, 'x'));
  return at('x.sh');
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  RESULTS: at('results'),
  RUN_AS: userInfo().username,
});
const run = (script: string, env = {}) =>
  spawnSync('bash', [script], { cwd: folder, encoding: 'utf8', env: { ...environment(), ...env }, timeout: 40_000 });

const server = (port: number): string[] => [process.execPath, at('server.mjs'), String(port)];
const TABLE = /^turn +load +req\/s +p50 ms +p99 ms +failed$/m;

it('refuses without the target’s arguments, names what it needs, and starts nothing', async () => {
  const script = scriptOf(await freePort(), null);
  const refused = run(script);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/^error: set TARGET_COMMAND to the whole command of the target of .*: own /);
  expect(readdirSync(folder)).not.toContain('results');
});

it('says of a target that was built which commit and digest it was, and builds nothing itself', () => {
  const commit = 'a1b2c3d4'.repeat(5);
  const plain = drivenRun([at('bin/server')], [at('tool')]);
  const identity = sampleIdentity(
    {},
    { revision: { commit, sha256: hashOf(commit), fromCache: true, buildSeconds: 3 } },
  );
  const target = { kind: 'named' as const, name: 'own', tls: false, parameters: [], revision: commit };
  const built = {
    ...plain,
    spec: { ...plain.spec, target },
    target: plain.target && { ...plain.target, identity },
  };
  const material = { inputs: [], ownTargets: new Map([[built.id, [at('bin/server')]]]), ownIdentities: new Map() };
  const script = documentScript(documentOf(built), material, 'x').replace(/\n\s*# /g, ' ');
  expect(script).toContain(`It was built from the commit ${commit} by its host. This script builds nothing:`);
  expect(script).toContain(`Its program had the SHA-256 ${hashOf(commit)}.`);
  expect(script).not.toContain('git ');
});

it('starts the command that it is given, and ends with a table and without a process', async () => {
  const port = await freePort();
  const done = run(scriptOf(port, null), { TARGET_COMMAND: server(port).join(' ') });
  expect(done.stderr).toContain('done');
  expect(done.stdout).toMatch(TABLE);
  expect(done.stdout).toMatch(/ 43771 +0\.318 +3\.671 +0$/m);
  expect(readFileSync(at('results/figures.txt'), 'utf8')).toBe(done.stdout);
  expect(processesHere()).toEqual([]);
});

it.each([
  ['puts itself into the background', 'setsid bash -c "$KEEP" & exit 0'],
  ['leaves children of its session', 'bash -c "$KEEP" </dev/null >/dev/null 2>&1 9<&- & exit 0'],
])('ends what a target that %s leaves', async (_how, start) => {
  writeFileSync(at('own.sh'), `KEEP=': ${folder}; while :; do sleep 1; done'\n${start}\n`);
  const failed = run(scriptOf(await freePort(), ['/bin/bash', at('own.sh')]));
  expect(failed.stderr).toContain('it has to stay in the foreground');
  expect(failed.status).toBe(1);
  expect(processesHere()).toEqual([]);
});

it('measures no server but its own, and lets the other be', async () => {
  const port = await freePort();
  // Begins to listen when the script has looked and its own target is under way.
  const late = `while [ ! -e ${at('started')} ]; do sleep 0.05; done; exec ${server(port).join(' ')}`;
  const script = scriptOf(port, ['/bin/bash', '-c', `touch ${at('started')}; exec sleep 100`]);
  beside = spawn('bash', ['-c', late], { stdio: 'ignore' });
  const failed = run(script);
  expect(failed.stderr).toContain('is not the target that this script started');
  expect(failed.status).toBe(1);
  expect(beside.exitCode).toBeNull();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});

it('refuses a port that something else holds, HTTP or not', async () => {
  const port = await freePort();
  squatter = createServer((socket) => socket.on('error', () => {})).listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  const child = spawn('bash', [scriptOf(port, server(port))], { env: environment() });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [status] = await once(child, 'exit');
  expect(said.join('')).toContain('something listens at http://127.0.0.1');
  expect(status).toBe(1);
});

/** A tool that measures once, and after that neither ends nor listens. */
const deafOnceMore = (): string => `[ -e ${at('once')} ] || { touch ${at('once')}; cat_only=yes; }
[ -n "\${cat_only:-}" ] || { trap '' TERM INT; touch ${at('second')}; while :; do sleep 1; done; }`;

async function toolIsDeaf(): Promise<void> {
  for (let tries = 0; tries < 200 && !readdirSync(folder).includes('second'); tries++) await setTimeout(50);
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'ends target and tool at %s, also a tool that does not listen, and shows what it has',
  async (signal, code) => {
    const port = await freePort();
    const child = spawn('bash', [scriptOf(port, server(port), deafOnceMore())], { env: environment() });
    const printed: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    const ended = once(child, 'exit');
    await toolIsDeaf();
    child.kill(signal);
    expect((await ended)[0]).toBe(code);
    expect(printed.join('')).toMatch(TABLE);
    expect(processesHere()).toEqual([]);
  },
  40_000,
);

it.each([
  ['the disk is full', 'SIGINT', 130],
  ['the disk is full', 'SIGTERM', 143],
  ['the reader is gone', 'SIGINT', 130],
] as const)(
  'clears its own folders and keeps its status when %s, so that no table can be printed, at %s',
  async (why, signal, code) => {
    mkdirSync(at('tmp'));
    const port = await freePort();
    const stdout = why === 'the disk is full' ? openSync('/dev/full', 'w') : 'pipe';
    const child = spawn('bash', [scriptOf(port, server(port), deafOnceMore())], {
      env: { ...environment(), TMPDIR: at('tmp') },
      stdio: ['ignore', stdout, 'pipe'],
    });
    if (typeof stdout === 'number') closeSync(stdout);
    const ended = once(child, 'exit');
    await toolIsDeaf();
    expect(readdirSync(at('tmp'))).toHaveLength(2);
    if (why === 'the reader is gone') for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    child.kill(signal);
    expect((await ended)[0]).toBe(code);
    expect(readdirSync(at('tmp'))).toEqual([]);
    expect(processesHere()).toEqual([]);
  },
  40_000,
);

it.each([
  ['volley', 'volley-open.json', '1020 0.138 1.383 0'],
  ['autocannon', 'autocannon.json', '60948 <1 2 0'],
  ['wrk', 'wrk.txt', '43771 0.318 3.671 0'],
  ['wrk', 'wrk-pipelining-4.txt', '163255 - - 0'],
  ['wrk2', 'wrk2.txt', '995 0.930 183.680 7'],
  ['vegeta', 'vegeta.json', '2001 0.219 1.091 0'],
  ['oha', 'oha.json', '102073 0.237 4.353 0'],
  ['k6', 'k6.json', '360 1.013 104.588 38'],
])('reads what %s says: %s', (tool, file, expected) => {
  const printed = path.join(import.meta.dirname, '../../../agent/internal/loadgen/testdata', file);
  const shell = `set -euo pipefail\nexport LC_ALL=C\n${FIGURES_LIBRARY}\nfigures_of ${tool} ${printed}`;
  const read = spawnSync('bash', ['-c', shell], { encoding: 'utf8' });
  expect(read.stderr).toBe('');
  expect(read.stdout.replaceAll('\t', ' ')).toBe(expected);
});
