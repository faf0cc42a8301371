import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShareDocument } from '../../contract/share.ts';
import { appliedKnob, documentOf, drivenRun, tuningOf } from '../../testing/driven-run.ts';
import { documentScript } from './document-script.ts';
import type { OwnTargets } from './turns.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-script-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8').trim();
const scriptOf = (document: ShareDocument, ownTargets: OwnTargets = new Map()): string =>
  documentScript(document, { inputs: [], ownTargets, ownIdentities: new Map() }, 'x');

/** Written where it is run; RESULTS lies there too. */
function saved(script: string): string {
  writeFileSync(at('x.sh'), script);
  const parsed = spawnSync('bash', ['-n', at('x.sh')], { encoding: 'utf8' });
  expect(parsed.stderr).toBe('');
  return at('x.sh');
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${folder}/bin:${process.env.PATH}`,
  RESULTS: at('results'),
  // The fake kernel says that this is root; a question would wait for an answer.
  RUN_AS: 'root',
});
const run = (script: string, ...words: string[]) =>
  spawnSync('bash', [saved(script), ...words], { cwd: folder, encoding: 'utf8', env: environment(), timeout: 20_000 });

/** A program of that name on the PATH of the script. */
function program(name: string, body: string): void {
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at(`bin/${name}`), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
}

/** Below those that the kernel gives to clients. */
const freePort = (): number => 20_000 + Math.floor(Math.random() * 12_000);

/** A server of node, and a tool that notes what it finds and its arguments. */
function lab(knobs: Parameters<typeof tuningOf>[0], tool = '') {
  const port = freePort();
  writeFileSync(
    at('server.mjs'),
    `import http from 'node:http'; http.createServer((_, r) => r.end('ok')).listen(${port}, '127.0.0.1');`,
  );
  program(
    'tool',
    `cat ${folder}/proc/sys/net/core/somaxconn >>${folder}/seen\nprintf '%s\\n' "$@" >>${folder}/told\n${tool}`,
  );
  const plain = drivenRun(
    [process.execPath, at('server.mjs')],
    [at('bin/tool'), "it's", '$(touch hit)', 'two\nlines'],
    {
      tuning: knobs.length > 0 ? [tuningOf(knobs)] : [],
    },
  );
  return documentOf({ ...plain, target: plain.target && { ...plain.target, url: `http://127.0.0.1:${port}` } });
}

/** A kernel below the test's folder, and commands that speak to it. */
function fakeKernel(): void {
  mkdirSync(at('proc/sys/net/core'), { recursive: true });
  mkdirSync(at('proc/irq/77'), { recursive: true });
  mkdirSync(at('sys'), { recursive: true });
  mkdirSync(at('run'), { recursive: true });
  writeFileSync(at('proc/sys/net/core/somaxconn'), '128\n');
  writeFileSync(at('proc/interrupts'), '           CPU0\n 77:   12  PCI-MSI 524289-edge      eth0-Tx-Rx-0\n');
  writeFileSync(at('proc/irq/77/smp_affinity_list'), '0-3\n');
  writeFileSync(at('sys/enabled'), 'always [madvise] never\n');
  writeFileSync(at('irqbalance'), 'running\n');
  writeFileSync(at('queues'), '8\n');
  program('id', 'echo 0');
  program(
    'systemctl',
    `case "$1" in is-active) grep -q running ${folder}/irqbalance;; stop) echo stopped >${folder}/irqbalance;; start) echo running >${folder}/irqbalance;; esac`,
  );
  program(
    'ethtool',
    `case "$1" in -l) printf 'Channel parameters for eth0:\\nPre-set maximums:\\nCombined:\\t32\\nCurrent hardware settings:\\nCombined:\\t%s\\n' "$(cat ${folder}/queues)";; -L) echo "$4" >${folder}/queues; echo 0-7 >${folder}/proc/irq/77/smp_affinity_list;; esac`,
  );
}

const KNOBS = [
  appliedKnob('stopServices', 'service/irqbalance', {
    path: 'systemctl stop irqbalance',
    before: 'running',
    asked: 'stopped',
  }),
  appliedKnob('nicQueues', 'nic/eth0/channels/combined', { path: 'ethtool -L eth0 combined', before: '8', asked: '4' }),
  appliedKnob('interruptAffinity', 'nic/eth0/irq/eth0-Tx-Rx-0/affinity', {
    path: '/proc/irq/45/smp_affinity_list',
    before: '0-3',
    asked: '1',
  }),
  appliedKnob('sysctls', 'sysctl/net.core.somaxconn', {
    path: '/proc/sys/net/core/somaxconn',
    before: '128',
    asked: '4096',
  }),
  appliedKnob('cpuGovernor', 'cpu/0/governor', { path: '/sys/none', status: 'not-changeable', reason: 'it has none' }),
];

/** The script with the kernel's folders below the test's own. */
const belowFolder = (script: string): string =>
  script.replaceAll('/proc/', `${folder}/proc/`).replaceAll('/run/millionrps', `${folder}/run/millionrps`);

const asItWas = () => {
  expect(text('proc/sys/net/core/somaxconn')).toBe('128');
  expect(text('proc/irq/77/smp_affinity_list')).toBe('0-3');
  expect(text('irqbalance')).toBe('running');
  expect(text('queues')).toBe('8');
  expect(readdirSync(at('run'))).toEqual([]);
};

describe('a script of one host', () => {
  it('starts target and load as they were, word for word, and leaves nothing running', () => {
    fakeKernel();
    const document = lab([]);
    const done = run(scriptOf(document));
    expect(done.stderr).toContain('done');
    expect(done.status).toBe(0);
    expect(text('told').split('\n').slice(0, 4)).toEqual(["it's", '$(touch hit)', 'two', 'lines']);
    expect(readdirSync(at('results')).filter((name) => name.endsWith('.out'))).toEqual([
      'turn-01-step-01.out',
      'turn-01-step-02.out',
    ]);
    expect(existsSync(at('hit'))).toBe(false);
    // The port is free again: the same script goes once more.
    expect(run(scriptOf(document)).status).toBe(0);
  });

  it('tunes as the run did, finds interrupts by their names, and puts everything back', () => {
    fakeKernel();
    const done = run(
      belowFolder(
        scriptOf(
          lab(
            KNOBS,
            `cat ${folder}/proc/irq/77/smp_affinity_list ${folder}/irqbalance ${folder}/queues >${folder}/tuned`,
          ),
        ),
      ),
    );
    expect(done.stderr).not.toMatch(/error|not put back/);
    expect(text('seen')).toBe('4096\n4096');
    expect(text('tuned')).toBe('1\nstopped\n4');
    asItWas();
  });

  it('turns what stands behind tso feature by feature, and leaves the others', () => {
    fakeKernel();
    const features = ['tx-tcp-segmentation', 'tx-tcp-ecn-segmentation', 'tx-tcp-mangleid-segmentation'];
    const was = features.map((name, index) => `\t${name}: ${index === 1 ? 'off' : 'on'}`).join('\n');
    writeFileSync(at('features'), `tcp-segmentation-offload: on\n${was}\n\ttx-tcp6-segmentation: on [fixed]\n`);
    program(
      'ethtool',
      `echo "$@" >>${folder}/turned
if [ "$1" = -k ]; then cat ${folder}/features; exit; fi
shift 2
while [ $# -gt 0 ]; do sed -i "s/\\t$1: .*/\\t$1: $2/" ${folder}/features; shift 2; done`,
    );
    const before = text('features');
    const tso = appliedKnob('offloads', 'nic/eth0/offload/tso', {
      path: 'ethtool -K eth0 tso',
      before: 'on',
      asked: 'off',
    });
    const done = run(belowFolder(scriptOf(lab([tso], `cat ${folder}/features >${folder}/tuned`))));
    expect(done.stderr).not.toMatch(/error|note:|not put back/);
    expect(text('tuned').match(/: (on|off)/g)).toEqual([': on', ': off', ': off', ': on', ': on']);
    expect(text('features')).toBe(before);
    expect(text('turned')).not.toContain('mangleid');
  });

  it.each<[string, Partial<(typeof KNOBS)[number]>]>([
    ['a file of the host', { path: '/etc/cron.d/evil' }],
    ["a way out of the kernel's files", { path: '/proc/sys/../../etc/cron.d/evil' }],
    ['a kernel parameter that starts programs', { key: 'sysctl/kernel.core_pattern', path: '/proc/sys/kernel/evil' }],
    ['a kernel parameter under the key of another', { path: '/proc/sys/kernel/evil' }],
    ['a file below /sys', { key: 'cpu/0/governor', path: '/sys/firmware/evil' }],
    ['a way out by the name of a NIC', { key: 'nic/../evil/mtu', path: '/sys/class/net/../evil/mtu' }],
    ['an option in the place of a NIC', { key: 'nic/-evil/channels/rx', path: 'ethtool -L -evil rx', asked: '4' }],
    ['another way to call ethtool', { key: 'nic/eth0/channels/evil', path: 'ethtool -L eth0 evil', asked: '4' }],
    ['a service that no run stops', { key: 'service/evil', path: 'systemctl stop evil', asked: 'stopped' }],
    ['another service under the key of one', { key: 'sysctl/evil', path: 'systemctl stop evil', asked: 'stopped' }],
    ['a process that no run pauses', { key: 'service/evil', path: 'kill -STOP evil', asked: 'stopped' }],
    ['more words than one', { key: 'nic/eth0/offload/tso', path: 'ethtool -K eth0 tso', asked: 'on evil off' }],
  ])('writes as root only to what it knows itself, whatever an agent reported: %s', (_, reported) => {
    const knob = { ...(KNOBS[3] as (typeof KNOBS)[number]), ...reported };
    const lines = scriptOf(lab([knob]))
      .split('\n')
      .filter((line) => /^\s*(keep|put|keep_where_there) /.test(line));
    expect(lines.filter((line) => line.includes('evil'))).toEqual([]);
  });

  const terminal = process.getuid?.() === 0 && spawnSync('script', ['--version']).status === 0;
  it.skipIf(!terminal)('asks at a terminal before it starts as root what hosts reported', () => {
    fakeKernel();
    const script = saved(belowFolder(scriptOf(lab(KNOBS))));
    const asked = (answer: string) =>
      spawnSync('script', ['--quiet', '--return', '--command', `bash ${script}`, '/dev/null'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...environment(), RUN_AS: '', SUDO_UID: '' },
        input: `${answer}\n`,
        timeout: 20_000,
      });
    const refused = asked('n');
    expect(refused.stdout).toContain(`  ${at('bin/tool')}`);
    expect(refused.stdout).toContain('nothing was started or changed');
    expect(refused.status).toBe(1);
    expect(existsSync(at('seen'))).toBe(false);
    asItWas();
    expect(asked('y').status).toBe(0);
    expect(text('seen')).toBe('4096\n4096');
    asItWas();
  });

  it('puts everything back when it is told to end in the middle', async () => {
    fakeKernel();
    const script = saved(belowFolder(scriptOf(lab(KNOBS, 'sleep 30'))));
    const child = spawn('bash', [script], { env: environment(), stdio: 'ignore' });
    const ended = new Promise((done) => child.once('exit', done));
    for (let tries = 0; tries < 100 && !existsSync(at('seen')); tries++) await setTimeout(100);
    expect(text('proc/sys/net/core/somaxconn')).toBe('4096');
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    asItWas();
  });

  it('puts everything back when the target does not start, and says where its words are', () => {
    fakeKernel();
    const document = lab(KNOBS);
    writeFileSync(at('server.mjs'), 'process.exit(3)');
    const done = run(belowFolder(scriptOf(document)));
    expect(done.stderr).toContain('the target ended before it answered');
    expect(done.status).toBe(1);
    asItWas();
  });

  it('touches nothing while the values of an earlier script are not put back, and puts them back when asked', () => {
    fakeKernel();
    writeFileSync(at('run/millionrps-restore'), `300005 64 file ${folder}/proc/sys/net/core/somaxconn\n`);
    const script = belowFolder(scriptOf(lab(KNOBS)));
    const refused = run(script);
    expect(refused.stderr).toContain('restore');
    expect([text('queues'), text('proc/sys/net/core/somaxconn')]).toEqual(['8', '128']);
    expect(run(script, 'restore').status).toBe(0);
    expect(text('proc/sys/net/core/somaxconn')).toBe('64');
  });

  it('says what it lacks before it changes anything', () => {
    fakeKernel();
    program('id', 'echo 1000');
    const refused = spawnSync('bash', [saved(belowFolder(scriptOf(lab(KNOBS))))], {
      encoding: 'utf8',
      env: { ...environment(), RUN_AS: '' },
    });
    expect(refused.stderr).toContain('this writes kernel settings: run it as root');
    program('id', 'echo 0');
    const lost = lab(KNOBS);
    rmSync(at('bin/tool'));
    expect(run(belowFolder(scriptOf(lost))).stderr).toContain('bin/tool is not here; set PROGRAM_TOOL');
    asItWas();
  });
});

describe('names of people and machines', () => {
  const HOSTILE = [
    '$(touch hit)',
    '`touch hit`',
    "'; touch hit; '",
    '"; touch hit; "',
    '\ntouch hit\n',
    '\u2028touch hit',
    'END_OF_FILE',
  ];
  it.each(HOSTILE)('are words only: %j', (name) => {
    fakeKernel();
    const document = lab([
      appliedKnob('sysctls', `sysctl/${name}`, { path: `/proc/${name}`, why: name, asked: name, before: name }),
    ]);
    if (document.type !== 'run') throw new Error('not a run');
    document.title = name;
    document.run.name = name;
    for (const host of document.run.hosts) host.name = name;
    const script = belowFolder(scriptOf(document));
    run(script, '--help');
    run(script);
    expect(existsSync(at('hit'))).toBe(false);
  });
});
