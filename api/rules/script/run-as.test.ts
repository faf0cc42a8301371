import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appliedKnob, documentOf, drivenRun, tuningOf } from '../../testing/driven-run.ts';
import { plainGet } from '../requests/plain-request.ts';
import { documentScript } from './document-script.ts';

/** As whom a script that root starts runs what hosts reported. Targets and tools are real processes, of an ordinary user. */
const NOBODY = 65534;
const SECRET = 'Bearer pl4nted';

let folder = '';
beforeEach(() => {
  // Below /tmp, which every user may enter.
  folder = mkdtempSync('/tmp/millionrps-run-as-');
  chmodSync(folder, 0o755);
  mkdirSync(at('own'), { mode: 0o700 });
  chownSync(at('own'), NOBODY, NOBODY);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => `${folder}/${name}`;
const text = (name: string): string => readFileSync(at(name), 'utf8').trim();
const lines = (name: string): string[] => text(name).split('\n');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

/** What both note: as whom they run, with which rights, in whose folders. */
const NOTE = `{ id -u; id -g; grep -c ' 0$' <<<" $(id -G | tr ' ' '\\n' | sed 's/^/ /')"
sed -n 's/^NoNewPrivs:\\t/no new privileges: /p; s/^CapPrm:\\t/capabilities: /p' /proc/self/status
ulimit -n; echo "$HOME $TMPDIR"; } >`;

const TARGET = `#!/bin/bash
${NOTE}FOLDER/own/target
TARGET_DOES
exec NODE -e "http.createServer((_, r) => r.end('ok')).listen(PORT, '127.0.0.1')"`;

const TOOL = `#!/bin/bash
${NOTE}FOLDER/own/tool
{ echo "$MILLIONRPS_SECRET_1"; cat FOLDER/own/readable; } >>FOLDER/own/tool
while [ "$#" -gt 0 ]; do
  [ "$1" != --requests ] || { cat "$2"; stat --printf '%u %a\\n%n\\n' "\${2%/*}"; } >FOLDER/own/requests
  shift
done
TOOL_DOES`;

interface Does {
  target?: string;
  tool?: string;
}

/** The script of one host with a secret, a file for the tool, and a limit of open files, which only root raises. */
async function scripted({ target = '', tool = '' }: Does = {}): Promise<string> {
  const port = await freePort();
  const filled = (program: string) =>
    program
      .replaceAll('FOLDER', folder)
      .replace('TARGET_DOES', target)
      .replace('TOOL_DOES', tool)
      .replace('NODE', process.execPath)
      .replace('PORT', String(port));
  writeFileSync(at('server'), filled(TARGET), { mode: 0o755 });
  writeFileSync(at('agent'), filled(TOOL), { mode: 0o755 });
  writeFileSync(at('own/readable'), 'its own file', { mode: 0o600 });
  chownSync(at('own/readable'), NOBODY, NOBODY);
  const words = ['--requests', '/var/lib/agent/tools/requests-0a.json', '--secret', 'shop=fd:3'];
  const plain = drivenRun([at('server')], [at('agent'), 'volley', ...words], {
    tuning: [tuningOf([appliedKnob('openFilesLimit', 'limits/nofile', { before: '256:256', asked: '512:512' })])],
  });
  const header = { name: 'Authorization', value: null, secret: 'shop' };
  const run = {
    ...plain,
    spec: {
      ...plain.spec,
      requests: [{ ...plainGet('/'), headers: [header] }],
      load: { ...plain.spec.load, tool: 'volley' as const },
    },
    target: plain.target && { ...plain.target, url: `http://127.0.0.1:${port}` },
  } as typeof plain;
  const inputs = [{ runId: run.id, name: 'step-01-requests-0a.json', text: '{"requests":[]}' }];
  writeFileSync(
    at('x.sh'),
    documentScript(documentOf(run), { inputs, ownTargets: new Map(), ownIdentities: new Map() }, 'x'),
  );
  return at('x.sh');
}

/** As sudo starts it, where nothing else is said. */
const BY_SUDO = { SUDO_UID: String(NOBODY), SUDO_GID: String(NOBODY), SUDO_USER: 'nobody' };

const surroundings = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: '/root',
  RESULTS: at('own/results'),
  SECRET_SHOP: SECRET,
  ...env,
});

const run = (script: string, env: Record<string, string> = BY_SUDO) =>
  spawnSync('bash', [script], {
    cwd: folder,
    encoding: 'utf8',
    env: surroundings(env),
    timeout: 30_000,
  });

const RESTRICTED = [
  ...[String(NOBODY), String(NOBODY), '0'],
  ...['capabilities: 0000000000000000', 'no new privileges: 1', '512', '/nonexistent /tmp'],
];

describe.skipIf(process.getuid?.() !== 0)('a script that root starts', () => {
  it('runs target and load generator as who called sudo, behind what only root may set', async () => {
    const script = await scripted();
    expect(readFileSync(script, 'utf8')).toMatch(
      /^ {2}start_target \S+ prlimit --nofile=512:512 "\$\{AS_USER\[@\]\}" "\$PROGRAM_SERVER"$/m,
    );
    const done = run(script);
    expect(done.stderr).toContain('run as nobody');
    expect(done.stderr).toContain('done');
    expect(lines('own/target')).toEqual(RESTRICTED);
    expect(lines('own/tool')).toEqual([...RESTRICTED, SECRET, 'its own file']);
    expect(
      spawnSync('find', [at('own'), '-path', at('own/results'), '-prune', '-o', '-uid', '0', '-print']).stdout,
    ).toHaveLength(0);
  });

  it('gives the files that a tool reads to that user and to nobody else, and clears them', async () => {
    run(await scripted());
    const [read, rights, where = ''] = lines('own/requests');
    expect([read, rights]).toEqual(['{"requests":[]}', `${NOBODY} 700`]);
    expect([where, existsSync(where)]).toEqual([expect.stringMatching('^/tmp/'), false]);
  });

  it('writes nothing as root where a tool has laid a link', async () => {
    writeFileSync(at('victim'), 'as it was');
    const links = `cd ${at('own')}; mv results moved; mkdir results
for name in step-01.out step-01.log step-02.out step-02.log; do ln -sf ${at('victim')} results/turn-01-$name; done
ln -sf ${at('victim')} results/figures.txt; echo evil`;
    run(await scripted({ tool: links }));
    expect(existsSync(at('own/moved'))).toBe(true);
    expect(text('victim')).toBe('as it was');
  });

  it('starts nothing that a tool has written into the script meanwhile', async () => {
    const script = await scripted({ tool: `echo 'id -u >${at('victim')}' >>${at('x.sh')}` });
    chownSync(script, NOBODY, NOBODY);
    run(script);
    expect(readFileSync(script, 'utf8')).toContain('victim');
    expect(existsSync(at('victim'))).toBe(false);
  });

  it('refuses a folder of results that this user could put links into', async () => {
    mkdirSync(at('own/results'));
    chownSync(at('own/results'), NOBODY, NOBODY);
    const refused = run(await scripted());
    expect(refused.stderr).toContain('set RESULTS to a new folder');
    expect([refused.status, existsSync(at('own/target'))]).toEqual([1, false]);
  });

  it('ends what that user’s target and tool leave', async () => {
    const target = `setsid bash -c ': ${folder}; while :; do sleep 1; done' &`;
    const script = await scripted({ target, tool: `touch ${at('own/loads')}; exec sleep 97.31` });
    const child = spawn('bash', [script], { cwd: folder, env: surroundings(BY_SUDO), stdio: 'ignore' });
    const ended = once(child, 'exit');
    for (let tries = 0; tries < 200 && !existsSync(at('own/loads')); tries++) await setTimeout(50);
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(143);
    const left = readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/cmdline`)) return false;
      return /millionrps-run-as-|97\.31/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    });
    expect(left).toEqual([]);
  });

  it('says of a target that does not start as whom it ran, and what makes it root', async () => {
    const failed = run(await scripted({ target: 'exit 3' }));
    expect(failed.stderr).toContain('the target ended before it answered');
    expect(failed.stderr).toContain(
      'It ran as nobody; if it has to be root, for a port below 1024 or to switch its user itself, set RUN_AS=root',
    );
  });

  it('names a program that this user cannot reach, before it starts anything', async () => {
    const script = await scripted();
    mkdirSync(at('closed'), { mode: 0o700 });
    writeFileSync(at('closed/agent'), '');
    const refused = run(script, { ...BY_SUDO, PROGRAM_AGENT: at('closed/agent') });
    expect(refused.stderr).toContain(`nobody cannot reach ${at('closed/agent')}; set PROGRAM_AGENT`);
    expect([refused.status, existsSync(at('own/target'))]).toEqual([1, false]);
  });

  it.each([
    ['root, where that is said', { ...BY_SUDO, RUN_AS: 'root' }, '0'],
    ['another user, where that is said', { RUN_AS: 'nobody' }, String(NOBODY)],
  ])('runs them as %s', async (_, env, uid) => {
    expect(run(await scripted(), env).stderr).toContain('done');
    expect([lines('own/target')[0], lines('own/tool')[0]]).toEqual([uid, uid]);
  });

  it.each([
    ['root, where nobody was asked', {}, 'set RUN_AS=NAME'],
    ['root, where root called sudo and nobody was asked', { SUDO_UID: '0' }, 'set RUN_AS=NAME'],
    ['a user that is not there', { RUN_AS: 'no-such-user' }, 'there is no user no-such-user here'],
  ])('does not run them as %s', async (_, env, why) => {
    const refused = run(await scripted(), env);
    expect(refused.stderr).toContain(why);
    expect([refused.status, existsSync(at('own/target'))]).toEqual([1, false]);
  });
});
