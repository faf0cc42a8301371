import type { Run } from '../../contract/run.ts';
import type { HostTuning, RunTuning } from '../../contract/tuning.ts';
import { type HostRole, hostsOf, onOneHost } from '../comparison/host-settings.ts';
import { type Reader, type Reading, reading } from '../comparison/setting-reader.ts';
import { SETTING_LABELS } from './setting-labels.ts';

const AS_FOUND = 'as found';

type Texts = { [Field in keyof HostTuning]: (value: NonNullable<HostTuning[Field]>) => string };

/** What was asked, as people read it. Sysctls have a row each. */
const TEXTS: Omit<Texts, 'sysctls'> = {
  nic: (nic) => nic,
  stopServices: (services) => services.join(', ') || 'none',
  nicQueues: (queues) => String(queues),
  interruptAffinity: ({ cpus, spread }) => `${choiceText(cpus)}, ${spreadText(spread)}`,
  packetSteering: ({ cpus }) => (cpus === 'none' ? 'off' : choiceText(cpus)),
  flowSteering: ({ entries }) => (entries === 0 ? 'off' : `${grouped(entries)} entries`),
  transmitSteering: ({ cpus, spread }) => `${choiceText(cpus)}, ${spreadText(spread)}`,
  mtuBytes: (bytes) => `${bytes} bytes`,
  offloads: ({ gro, gso, tso, lro }) => listOf({ GRO: gro, GSO: gso, TSO: tso, LRO: lro }, onOff),
  interruptCoalescing: ({ adaptiveRx, adaptiveTx, rxUs, txUs, rxFrames, txFrames }) =>
    [
      listOf({ 'adaptive receive': adaptiveRx, 'adaptive send': adaptiveTx }, onOff),
      listOf({ receive: rxUs, send: txUs }, (us) => `${us} µs`),
      listOf({ receive: rxFrames, send: txFrames }, (frames) => `${frames} frames`),
    ]
      .filter((part) => part !== AS_FOUND)
      .join(', ') || AS_FOUND,
  busyPolling: ({ pollUs, readUs }) => listOf({ poll: pollUs, read: readUs }, (us) => `${us} µs`),
  cpuGovernor: (governor) => governor,
  cpuTurbo: onOff,
  openFilesLimit: (files) => `${grouped(files)} files`,
  transparentHugePages: (mode) => mode,
};

const LABELS: Record<keyof typeof TEXTS, string> = { ...SETTING_LABELS, nic: 'NIC that is tuned' };

/** Every setting that some run asks for, host by host; a run that does not ask for it has it as it was found. */
export function tuningReaders(runs: Run[]): Reader[] {
  const roles: HostRole[] = runs.every(onOneHost) ? ['server'] : ['server', 'client'];
  return [targetCpus, ...describedReaders(runs), ...roles.flatMap((role) => roleReaders(runs, role, roles.length > 1))];
}

/**
 * Of imported runs, in the words of their source. One that says that nothing was tuned has every setting as it was found;
 * what one leaves out beside others is not known of it.
 */
function describedReaders(runs: Run[]): Reader[] {
  const said = runs.flatMap(({ spec }) => describedOf(spec)?.map(({ setting }) => setting) ?? []);
  return [...new Set(said)].map((setting) => ({
    group: 'tuning' as const,
    path: `spec.tuning.described.${setting}`,
    label: setting,
    read: ({ spec }) => {
      const described = describedOf(spec);
      if (described?.length === 0) return reading(AS_FOUND);
      return reading(described?.find((one) => one.setting === setting)?.value);
    },
  }));
}

/** Null of a run of agents, and where the source says nothing of tuning. */
const describedOf = (spec: Run['spec']) => (spec.specVersion === 0 ? spec.tuning.described : null);

const targetCpus: Reader = {
  group: 'tuning',
  path: 'spec.tuning.targetCpus',
  label: SETTING_LABELS.targetCpus,
  read: ({ spec, target }) => {
    const asked = spec.tuning.targetCpus;
    const unsaid = spec.specVersion === 0 && describedOf(spec)?.length !== 0;
    if (asked === null) return unsaid ? null : reading('every CPU');
    const resolved = target?.cpus ?? null;
    return reading(resolved === null || resolved === asked ? asked : `${asked} (${resolved})`);
  },
};

function roleReaders(runs: Run[], role: HostRole, named: boolean): Reader[] {
  const asked = runs.map((run) => tuningOf(run, role));
  const fields = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter((field) =>
    asked.some((tuning) => tuning !== null && tuning[field] !== null),
  );
  const sysctls = new Set(asked.flatMap((tuning) => tuning?.sysctls?.map(({ name }) => name) ?? []));
  const head = { group: 'tuning' as const };
  const path = `spec.tuning.${role === 'server' ? 'server' : 'clients'}`;
  const label = (text: string): string => (named ? `${role} ${text}` : text);
  return [
    ...fields.map(
      (field): Reader => ({
        ...head,
        path: `${path}.${field}`,
        label: label(LABELS[field]),
        read: (run) => {
          const value = tuningOf(run, role)?.[field] ?? null;
          // Each field has a text for its own kind of value, which the type of a lookup does not tell.
          const text = value === null ? AS_FOUND : (TEXTS[field] as (value: unknown) => string)(value);
          return field === 'nic' ? reading(text) : withReadBack(text, run, role, ({ setting }) => setting === field);
        },
      }),
    ),
    ...[...sysctls].sort().map(
      (name): Reader => ({
        ...head,
        path: `${path}.sysctls.${name}`,
        label: label(name),
        read: (run) => {
          const value = tuningOf(run, role)?.sysctls?.find((one) => one.name === name)?.value;
          return withReadBack(value ?? AS_FOUND, run, role, ({ key }) => key === `sysctl/${name}`);
        },
      }),
    ),
  ];
}

/** A client on the target's host is tuned with it. */
function tuningOf(run: Run, role: HostRole): HostTuning | null {
  return role === 'server' || onOneHost(run) ? run.spec.tuning.server : run.spec.tuning.clients;
}

type Knob = RunTuning['knobs'][number];

/** What was asked is not what the figures are of where it read back differently, or could not be changed. */
function withReadBack(text: string, run: Run, role: HostRole, of: (knob: Knob) => boolean): Reading {
  const ids = new Set(hostsOf(run, role).map(({ hostId }) => hostId));
  const knobs = run.tuning.filter(({ hostId }) => ids.has(hostId)).flatMap((tuning) => tuning.knobs.filter(of));
  const asked = knobs.filter(({ asked }) => asked !== null);
  const differs = asked.filter(({ status }) => status === 'differs');
  const kept = asked.filter(({ status }) => status === 'not-changeable');
  const notes = [
    ...new Set(differs.map(({ readBack }) => `reads back ${readBack ?? 'nothing'}`)),
    ...(kept.length === 0 ? [] : [kept.length === asked.length ? 'not changeable' : 'not changeable everywhere']),
  ];
  const whole = [text, ...notes].join('; ');
  return { key: whole, text: whole };
}

const WORDS: Record<string, string> = {
  all: 'every CPU',
  'nic-local': 'CPUs local to the NIC',
  'not target': 'CPUs that the target leaves',
};

function choiceText(choice: string): string {
  const known = WORDS[choice];
  if (known) return known;
  return /^(last|first) /.test(choice) ? `${choice} CPUs` : `CPUs ${choice}`;
}

const spreadText = (spread: 'one-to-one' | 'all'): string =>
  spread === 'all' ? 'every queue to all' : 'queue by queue in turn';

function onOff(on: boolean): string {
  return on ? 'on' : 'off';
}

const grouped = (count: number): string => count.toLocaleString('en-US');

/** `GRO on, TSO off`: those that were asked for. */
function listOf<T>(values: Record<string, T | null>, text: (value: T) => string): string {
  const asked = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [`${name} ${text(value)}`]));
  return asked.join(', ') || AS_FOUND;
}
