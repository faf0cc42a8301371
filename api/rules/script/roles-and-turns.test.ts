import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { MeasuredHost } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { appliedKnob, documentOf, drivenRun, tuningOf } from '../../testing/driven-run.ts';
import { experimentDocument } from '../../testing/sample-experiment.ts';
import { HOST_ID } from '../../testing/sample-run.ts';
import type { MeasuredRun } from '../run/measured-run.ts';
import { documentScript } from './document-script.ts';
import { scriptFault } from './script-fault.ts';
import { SCRIPT_LIBRARY } from './script-library.ts';
import { warmupCommand } from './warmup-command.ts';
import type { Material } from './wording.ts';

const TARGET = [
  '/opt/server',
  '--host',
  '127.0.0.1',
  '--port',
  '9000',
  '--stats-socket',
  '/var/lib/a/target-1/stats.sock',
];
const VOLLEY = ['/opt/agent', 'volley', '--url', 'http://127.0.0.1:9000/', '--duration', '5s'];

function parsed(script: string): string {
  expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
  return script;
}
const scriptOf = (document: ShareDocument, material: Partial<Material> = {}): string =>
  parsed(documentScript(document, { inputs: [], ownTargets: new Map(), ownIdentities: new Map(), ...material }, 'x'));

const hostOf = (run: MeasuredRun, hostId: string, name: string, roles: MeasuredHost['roles']): MeasuredHost => {
  const [host] = run.hosts;
  if (!host) throw new Error('no host');
  const nics = host.facts.nics.map((nic) => ({ ...nic, addresses: ['10.9.8.7/24'], loopback: false }));
  return { ...host, hostId, name, roles, facts: { ...host.facts, nics } };
};

/** A target on one host, and clients on two others that begin at one instant. */
function apart(): ShareDocument {
  const plain = drivenRun(['/opt/server', '--host', '10.9.8.7'], VOLLEY);
  const [first = '', second = ''] = ['1', '2'].map((end) => HOST_ID.replace(/.$/, end));
  const command = [
    ...VOLLEY.slice(0, 3),
    'http://10.9.8.7:9000/',
    ...VOLLEY.slice(4),
    '--start-at',
    '1700000000000000',
  ];
  const client = {
    name: '',
    share: { loop: 'closed' as const, connections: 5, pipelining: 1 },
    failure: null,
    figures: null,
  };
  return documentOf({
    ...plain,
    spec: {
      ...plain.spec,
      server: { hostId: HOST_ID, address: '10.9.8.7' },
      clients: [{ hostId: first }, { hostId: second }],
      tuning: { ...plain.spec.tuning, targetCpus: 'first 2' },
      load: { ...plain.spec.load, tool: 'volley', warmupSeconds: 2, pauseSeconds: 3 },
    },
    hosts: [
      hostOf(plain, HOST_ID, 'big', ['server']),
      hostOf(plain, first, 'left', ['client']),
      hostOf(plain, second, 'right', ['client']),
    ],
    target: plain.target && { ...plain.target, url: 'http://10.9.8.7:9000', cpus: '0-1' },
    steps: plain.steps.map((step) => ({
      ...step,
      warmupCommand: command,
      command,
      clients: [
        { ...client, hostId: first, command: [...command, '--connections', '5'] },
        { ...client, hostId: second, command: [...command, '--connections', '6'] },
      ],
    })),
  });
}

it('is told where the target is, and never holds an address', () => {
  const script = scriptOf(apart());
  expect(script).not.toContain('10.9.8.7');
  expect(script).toContain(`taskset -c 0-1 "\${AS_USER[@]}" "$PROGRAM_SERVER" --host "$SERVER_ADDRESS"`);
  expect(script).toContain('set SERVER_ADDRESS to the address of the host of the target');
});

it('says how it is started on each host, with what sudo would not hand on', () => {
  const document = apart();
  if (document.type !== 'run') throw new Error('not a run');
  const knob = appliedKnob('sysctls', 'sysctl/net.core.somaxconn', { path: '/proc/sys/net/core/somaxconn' });
  const tuned = { ...document, run: { ...document.run, tuning: [tuningOf([knob])] } };
  const usage = scriptOf(tuned)
    .split('\n')
    .filter((line) => /^# {3}.*bash THIS.sh/.test(line));
  expect(usage).toEqual([
    '#   sudo SERVER_ADDRESS=ADDRESS bash THIS.sh server',
    '#   SERVER_ADDRESS=ADDRESS START_AT=INSTANT bash THIS.sh client-1',
    '#   SERVER_ADDRESS=ADDRESS START_AT=INSTANT bash THIS.sh client-2',
  ]);
});

it('says in its head that it takes no profiles, where some were taken', () => {
  const plain = drivenRun(TARGET, VOLLEY);
  const steps = plain.steps.map((step) => ({ ...step, spec: { ...step.spec, profiles: ['cpu' as const] } }));
  const head = (script: string): string => script.slice(0, script.indexOf('set -euo'));
  expect(head(scriptOf(documentOf({ ...plain, steps })))).toContain('Profiles were taken of the target');
  expect(head(scriptOf(documentOf(plain)))).not.toContain('Profiles were taken of the target');
});

it('says what each host runs, and has several clients begin together, warm-ups too', () => {
  const script = scriptOf(apart());
  const client = script.slice(script.indexOf('configuration_1_client_2() {'));
  const lines = client
    .slice(0, client.indexOf('\n}'))
    .split('\n')
    .map((line) => line.trim());
  const at = (seconds: number) => `--start-at "$((START_AT + ${seconds}))000000"`;
  const driven = lines.filter((line) => line.startsWith('drive'));
  // 2 s and 5 s, each with the time to end, and a pause of 3 s.
  expect(driven.map((line) => line.match(/--start-at "[^"]*"/)?.[0])).toEqual([at(0), at(19), at(44), at(63)]);
  expect(driven[0]).toContain("drive step-01-warmup '' volley 2 ");
  expect(driven[0]).toContain('--duration 2s');
  expect(driven[1]).toContain('--duration 5s');
  expect(driven.every((line) => line.includes('--connections 6'))).toBe(true);
  expect(lines).not.toContain('pause 3');
  expect(script).toContain('client-2 was right');
  expect(script).toContain('hold');
});

it('waits for the instant itself, not for the second that it lies in, and refuses what is overdue', () => {
  const lines = [
    SCRIPT_LIBRARY,
    // Late in a second, where whole seconds would be told as one too many.
    'until [ "$(date +%3N)" -ge 700 ]; do sleep 0.01; done',
    'at=$(($(date +%s) + 1))',
    'await_instant "$at" 0',
    'echo $(($(date +%s%3N) - at * 1000))',
    'await_instant $((at - 2)) 1000',
  ];
  const { stdout, stderr, status } = spawnSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' });
  expect(Number(stdout)).toBeGreaterThanOrEqual(0);
  expect(Number(stdout)).toBeLessThan(500);
  expect(stderr).toMatch(/this step was due 2\d\d\d ms ago/);
  expect(status).toBe(1);
});

it('repeats the rounds of an experiment in their order, each configuration as it was', () => {
  const script = scriptOf(experimentDocument({ target: TARGET, commands: [VOLLEY, [...VOLLEY, '--loops', '2']] }));
  const turns = [...script.matchAll(/^ {4}\d+\) TURN=\S+ TURN_NAME='([^']*)'; .*(configuration_\d)/gm)].map(
    ([, label, name]) => [label, name],
  );
  expect(turns).toEqual([
    ['round 1: pinned', 'configuration_2'],
    ['round 1: baseline', 'configuration_1'],
    ['round 2: baseline', 'configuration_1'],
    ['round 2: pinned', 'configuration_2'],
  ]);
  expect(script.match(/^configuration_\d_all\(\)/gm)).toHaveLength(2);
  expect(script.slice(script.indexOf('configuration_2_all() {'))).toContain('--loops 2');
});

const OWN = ['/usr/bin/own', '--listen', '9000'];
const ownTarget = (): ReturnType<typeof drivenRun> => {
  const plain = drivenRun(OWN, VOLLEY);
  return { ...plain, spec: { ...plain.spec, target: { kind: 'named', name: 'own', tls: false, parameters: [] } } };
};

it('starts a host’s own target as runs show that it was started, and says that it holds its arguments', () => {
  const run = ownTarget();
  const script = scriptOf(documentOf(run), { ownTargets: new Map([[run.id, OWN]]) });
  expect(script).toContain('"$PROGRAM_OWN" --listen 9000');
  expect(script).toContain('It holds the arguments that own was started with');
  expect(script).not.toContain('TARGET_COMMAND');
});

it('asks for the command of a host’s own target where its arguments are left out', () => {
  const script = scriptOf(documentOf(ownTarget()));
  expect(script).not.toContain('--listen 9000');
  expect(script).not.toContain('PROGRAM_OWN');
  expect(script).toContain('TARGET_COMMAND=COMMAND bash THIS.sh');
  expect(script).toMatch(/lacks TARGET_COMMAND 'the whole command of the target of [^']*: own with the arg/);
  expect(script).toContain('bash -c "exec $TARGET_COMMAND"');
});

it('neither starts nor stops what listened already', () => {
  const plain = drivenRun(['nginx: master process'], VOLLEY);
  const script = scriptOf(
    documentOf({ ...plain, spec: { ...plain.spec, target: { kind: 'listening', port: 80, tls: false } } }),
  );
  expect(script).not.toMatch(/^ {2}start_target/m);
  expect(script).toContain('await_target');
});

it('brings the files that a tool read, and is refused without them', () => {
  const plain = drivenRun(TARGET, ['/usr/bin/wrk', '-s', '/var/lib/a/tools/wrk.lua', 'http://127.0.0.1:9000/']);
  const artifact = {
    id: HOST_ID,
    kind: 'tool-input' as const,
    name: 'step-01-measure-wrk.lua',
    sha256: 'a'.repeat(64),
    sizeBytes: 3,
    mediaType: 'text/plain',
    stepIndex: 0,
    phase: 'measure' as const,
    hostId: HOST_ID,
  };
  const spec = { ...plain.spec, load: { ...plain.spec.load, tool: 'wrk' as const } };
  const document = documentOf({ ...plain, spec, artifacts: [artifact] });
  expect(scriptFault(document, [])).toContain('wrk.lua');
  const inputs = [{ runId: plain.id, name: artifact.name, text: "local x = '$(touch hit)'\nEND_OF_FILE\n" }];
  expect(scriptFault(document, inputs)).toBeNull();
  const script = scriptOf(document, { inputs });
  expect(script).toContain(`put_file wrk.lua <<'END_OF_FILE_'\nlocal x = '$(touch hit)'\nEND_OF_FILE\nEND_OF_FILE_\n`);
  expect(script).toContain('-s "$WORK"/wrk.lua');
});

it('is refused where nothing was driven, with what to do', () => {
  const run = drivenRun(TARGET, []);
  expect(scriptFault(documentOf(run), [])).toContain('Duplicate the run');
});

it.each([
  ['volley', ['--duration', '9s', '--connections', '9'], ['--duration', '2s', '--connections', '9']],
  ['autocannon', ['-c', '9', '-d', '9'], ['-c', '9', '-d', '2']],
  ['wrk', ['-d', '9s'], ['-d', '2s']],
  ['vegeta', ['--rate', '9', '--seconds', '9'], ['--rate', '9', '--seconds', '2']],
  ['oha', ['-z', '9s'], ['-z', '2s']],
  ['k6', ['-e', 'SECONDS=9', '-e', 'RATE=9'], ['-e', 'SECONDS=2', '-e', 'RATE=9']],
])('knows the word in which %s is told for how long', (tool, measured, warmup) => {
  expect(warmupCommand(tool, measured, 2)).toEqual(warmup);
});
