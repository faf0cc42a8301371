import { readFileSync } from 'node:fs';
import { CPU_GOVERNORS, HUGE_PAGES, SPREADS, STOPPABLE_SERVICES } from '@contract/choices';
import { TUNING_LIMITS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { SYSCTLS, type SysctlName, type SysctlRule, sysctlFault, sysctlNames } from '@contract/sysctls';
import type { HostTuning } from '@contract/tuning';
import { capitalised } from '@rules/words/text';
import { expect, test } from 'vitest';
import { restoreDraft } from '@/features/new-run/restore-draft';
import { factsWith, hostsWith, NOBODY } from '@/testing/hosts';
import { draftField } from './draft-field';
import { readDraft } from './read-draft';
import { draftOf, emptyDraft, type RunDraft } from './run-draft';
import { emptyTuning, type TuningDraft } from './tuning-draft';

const UNKNOWN = NOBODY;
const EIGHT = hostsWith({ server: factsWith(), client: factsWith({ onlineCpus: '0-3', cpus: 4 }) });
const apart: RunDraft = { ...emptyDraft('server'), clientHostIds: ['client'] };
const base = readDraft(apart, UNKNOWN).spec;

const nothing = Object.fromEntries(Object.keys(schemaOf('HostTuning').properties).map((name) => [name, null]));

interface Schema {
  properties: Record<string, Schema>;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: (Schema & { $ref?: string; type?: string })[];
}

function schemaOf(name: string): Schema {
  const document = JSON.parse(readFileSync(new URL('../../../api/openapi.json', import.meta.url), 'utf8'));
  return document.components.schemas[name];
}

/** Mulberry32: the same specs in every run, so that a failure can be found again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CHOICES = ['all', 'nic-local', 'not target', 'last 16', 'first 3', '0-3,8', '7'];

function sysctlValue(name: SysctlName, whole: (low: number, high: number) => number): string {
  const rule: SysctlRule = SYSCTLS[name];
  if (rule.words) return rule.words[whole(0, rule.words.length - 1)] ?? '';
  const numbers = Array.from({ length: rule.numbers ?? 1 }, () => whole(rule.min ?? 0, rule.max ?? 1));
  return numbers.sort((a, b) => a - b).join(' ');
}

/** Any tuning that the form can ask for, each setting there or not. */
function tuningFrom(random: () => number): HostTuning | null {
  const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const one = <T>(choices: readonly T[]): T => choices[whole(0, choices.length - 1)] as T;
  const maybe = <T>(value: () => T): T | null => (random() < 0.5 ? value() : null);
  const limits = (path: keyof typeof TUNING_LIMITS): (() => number) => {
    const [low, high] = TUNING_LIMITS[path];
    return () => one([low, high, whole(low, high)]);
  };
  const flag = (): boolean => random() < 0.5;
  const parts = <T extends object>(value: T): T | null =>
    Object.values(value).every((part) => part === null) ? null : value;
  const affinity = () => ({ cpus: one(CHOICES), spread: one(SPREADS) });
  return parts({
    nic: maybe(() => one(['eth0', 'ens5', 'a.b-c@1'])),
    stopServices: maybe(() => STOPPABLE_SERVICES.filter((name, i) => i === 0 || (name !== 'tuned' && flag()))),
    nicQueues: maybe(limits('nicQueues')),
    interruptAffinity: maybe(affinity),
    packetSteering: maybe(() => ({ cpus: one([...CHOICES, 'none']) })),
    flowSteering: maybe(() => ({ entries: limits('flowSteering.entries')() })),
    transmitSteering: maybe(affinity),
    mtuBytes: maybe(limits('mtuBytes')),
    offloads: parts({ gro: maybe(flag), gso: maybe(flag), tso: maybe(flag), lro: maybe(flag) }),
    interruptCoalescing: parts({
      adaptiveRx: maybe(flag),
      adaptiveTx: maybe(flag),
      rxUs: maybe(limits('interruptCoalescing.rxUs')),
      txUs: maybe(limits('interruptCoalescing.txUs')),
      rxFrames: maybe(limits('interruptCoalescing.rxFrames')),
      txFrames: maybe(limits('interruptCoalescing.txFrames')),
    }),
    busyPolling: parts({
      pollUs: maybe(limits('busyPolling.pollUs')),
      readUs: maybe(limits('busyPolling.readUs')),
    }),
    sysctls: maybe(() =>
      sysctlNames
        .filter((_, i) => i % 7 === whole(0, 6) || i === 0)
        .map((name) => ({ name, value: sysctlValue(name, whole) })),
    ),
    cpuGovernor: maybe(() => one(CPU_GOVERNORS)),
    cpuTurbo: maybe(flag),
    openFilesLimit: maybe(limits('openFilesLimit')),
    transparentHugePages: maybe(() => one(HUGE_PAGES)),
  });
}

test('whatever is asked of both hosts comes back from its draft as it was', () => {
  const random = randomOf(4);
  for (let i = 0; i < 500; i++) {
    const tuning: RunSpec['tuning'] = {
      targetCpus: random() < 0.5 ? null : (CHOICES[Math.floor(random() * CHOICES.length)] ?? null),
      server: tuningFrom(random),
      clients: tuningFrom(random),
    };
    const spec = { ...base, tuning, samplesPerSecond: 1 + Math.floor(random() * 10) };
    const draft = draftOf(spec);
    expect(readDraft(draft, UNKNOWN)).toEqual({ spec, errors: {} });
    expect(draftOf(readDraft(draft, UNKNOWN).spec)).toEqual(draft);
    expect(restoreDraft(JSON.stringify(draft))).toEqual(draft);
  }
});

test.each(Object.keys(nothing).filter((name) => name !== 'nic'))('%s alone is asked for, and nothing else', (name) => {
  const random = randomOf(7);
  let value: unknown = null;
  while (value === null) value = tuningFrom(random)?.[name as keyof HostTuning] ?? null;
  const server = { ...nothing, [name]: value } as HostTuning;
  const spec = { ...base, tuning: { ...base.tuning, server } };
  expect(readDraft(draftOf(spec), UNKNOWN)).toEqual({ spec, errors: {} });
});

test('a draft has every setting of the API, in its order: what differs is found name by name', () => {
  const asked = readDraft(server({ nicQueues: '2' }), EIGHT).spec.tuning.server;
  expect(Object.keys(asked ?? {})).toEqual(Object.keys(nothing));
  for (const name of ['Offloads', 'InterruptCoalescing', 'BusyPolling', 'InterruptAffinity']) {
    const setting = `${name[0]?.toLowerCase()}${name.slice(1)}` as keyof TuningDraft;
    expect(Object.keys(emptyTuning()[setting])).toEqual(Object.keys(schemaOf(name).properties));
  }
});

test('parts that ask for nothing are no setting: what comes back means the same', () => {
  const hollow = {
    ...nothing,
    stopServices: [],
    sysctls: [],
    offloads: { gro: null, gso: null, tso: null, lro: null },
    busyPolling: { pollUs: null, readUs: null },
  } as unknown as HostTuning;
  const spec = { ...base, tuning: { ...base.tuning, server: hollow } };
  expect(readDraft(draftOf(spec), UNKNOWN).spec.tuning.server).toBeNull();
});

test('each bound is that of its own field', () => {
  const host = schemaOf('HostTuning').properties;
  const part = (name: string): Record<string, Schema> => schemaOf(name).properties;
  const limits = (schema: Schema | undefined): [number?, number?] => {
    const number = schema?.anyOf?.find(({ type }) => type === 'integer') ?? schema;
    return [number?.minimum, number?.maximum];
  };
  const found = Object.keys(TUNING_LIMITS).map((path) => {
    const [setting = '', field] = path.split('.');
    const name = capitalised(setting);
    return [path, limits(field ? part(name)[field] : host[setting])];
  });
  expect(Object.fromEntries(found)).toEqual(TUNING_LIMITS);
});

const server = (change: Partial<TuningDraft>): RunDraft => ({
  ...apart,
  tuning: { ...apart.tuning, server: { ...emptyTuning(), ...change } },
});

test.each<[string, Partial<TuningDraft>, string]>([
  ['nicQueues', { nicQueues: '0' }, 'A whole number from 1 to 1,024.'],
  ['mtuBytes', { mtuBytes: '70000' }, 'A whole number from 576 to 65,535.'],
  [
    'transmitSteering.cpus',
    { transmitSteering: { cpus: 'some', spread: 'all' } },
    'Must be a CPU list such as 0-15,32, or all, nic-local, last 16, first 16 or not target.',
  ],
  ['nic', { nic: 'eth0:1' }, 'Must be the name of an interface such as eth0.'],
  [
    'sysctls.1.value',
    {
      sysctls: [
        { name: 'net.core.somaxconn', value: '4096' },
        { name: 'net.ipv4.ip_local_port_range', value: '65535 1024' },
      ],
    },
    'Must be 2 whole numbers from 1024 to 65535, ascending.',
  ],
])('%s that cannot be is named: %o', (field, change, sentence) => {
  expect(readDraft(server(change), EIGHT).errors).toEqual({ [`tuning.server.${field}`]: sentence });
});

test('on one host nothing is asked of a client, and what was typed for one is in nobody’s way', () => {
  const tuning = { server: emptyTuning(), clients: { ...emptyTuning(), nicQueues: 'x' } };
  const { spec, errors } = readDraft({ ...apart, clientHostIds: ['server'], tuning }, EIGHT);
  expect([spec.tuning.clients, errors]).toEqual([null, {}]);
});

test('paths of the API are fields of the draft', () => {
  expect(draftField('spec.tuning.server.interruptAffinity.cpus', apart)).toBe('tuning.server.interruptAffinity.cpus');
  expect(draftField('body.spec.tuning.clients.sysctls[2].value', apart)).toBe('tuning.clients.sysctls.2.value');
  expect(draftField('spec.samplesPerSecond', apart)).toBe('samplesPerSecond');
});

test('every parameter takes its own bounds and refuses what is beyond', () => {
  for (const name of sysctlNames) {
    const rule: SysctlRule = SYSCTLS[name];
    if (rule.words) {
      expect(sysctlFault(name, 'other')).toBe(`must be one of ${rule.words.join(', ')}`);
      continue;
    }
    const all = (value: number): string =>
      Array(rule.numbers ?? 1)
        .fill(value)
        .join(' ');
    expect([sysctlFault(name, all(rule.min ?? 0)), sysctlFault(name, all(rule.max ?? 0))]).toEqual([null, null]);
    expect(sysctlFault(name, all((rule.max ?? 0) + 1))).toMatch(/^must be /);
  }
});

test('a stored draft with a parameter that is no longer known is dropped', () => {
  const sysctls = [{ name: 'net.core.gone', value: '1' }] as unknown as TuningDraft['sysctls'];
  expect(restoreDraft(JSON.stringify(server({ sysctls })))).toBeNull();
  expect(restoreDraft(JSON.stringify(server({ offloads: undefined })))).toBeNull();
});
