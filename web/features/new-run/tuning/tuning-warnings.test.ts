import type { SettingName } from '@contract/tuning';
import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { emptyTuning, type TuningDraft } from '@/features/draft/tuning-draft';
import { factsWith, hostsWith, nic } from '@/testing/hosts';
import { tuningDifferences, tuningSetupOf } from './tuning-setup';
import { tuningWarningsOf } from './tuning-warnings';

type IrqbalanceRuns = Record<'server' | 'clients', boolean>;

const FACTS = { server: factsWith(), client: factsWith({ onlineCpus: '0-3', cpus: 4 }) };
const one = emptyDraft('server');
const two: RunDraft = { ...one, clientHostIds: ['client'] };

const tuned = (server: Partial<TuningDraft>, change: Partial<RunDraft> = {}): RunDraft => ({
  ...two,
  tuning: { server: { ...emptyTuning(), ...server }, clients: emptyTuning() },
  ...change,
});
const client = (clients: Partial<TuningDraft>, change: Partial<RunDraft> = {}): RunDraft => ({
  ...two,
  tuning: { server: emptyTuning(), clients: { ...emptyTuning(), ...clients } },
  ...change,
});

function warnings(draft: RunDraft, runs: Partial<IrqbalanceRuns> = {}, facts = FACTS, absent: SettingName[] = []) {
  const hostOf = hostsWith(facts);
  const { spec } = readDraft(draft, hostOf);
  const changed = tuningDifferences(null, spec);
  const setup = tuningSetupOf(spec, hostOf, {
    changed,
    labelOf: (id) => `lab-${id}`,
    presentOf: (id) =>
      id === 'server'
        ? { irqbalanceRuns: runs.server ?? null, absent }
        : { irqbalanceRuns: runs.clients ?? null, absent: [] },
  });
  return setup ? tuningWarningsOf(setup) : [];
}
const codes = (...given: Parameters<typeof warnings>): string[] => warnings(...given).map(({ code }) => code);

const AFFINITY: Partial<TuningDraft> = { interruptAffinity: { cpus: 'first 2', spread: 'one-to-one' } };
const STEERING: Partial<TuningDraft> = { packetSteering: { cpus: 'all' } };
const SAME = { clientHostIds: ['server'] };

const APART = tuned(AFFINITY, { targetCpus: '2-7' });

test.each<[string, RunDraft, Partial<IrqbalanceRuns>, string[]]>([
  ['nothing asked', two, { server: true }, []],
  ['the target on a set', { ...two, targetCpus: '2-7' }, {}, []],
  ['pinned, the target beside it', APART, {}, ['several-settings']],
  [
    'one of them the target’s',
    tuned(AFFINITY, { targetCpus: '1-7' }),
    {},
    ['interrupts-on-target', 'several-settings'],
  ],
  ['pinned, the target anywhere', tuned(AFFINITY), {}, ['interrupts-on-target']],
  ['irqbalance runs', APART, { server: true }, ['irqbalance-server', 'several-settings']],
  ['irqbalance is off', APART, { server: false }, ['several-settings']],
  ['irqbalance runs on the other host', APART, { clients: true }, ['several-settings']],
  ['irqbalance, and nothing pinned', tuned(STEERING), { server: true }, []],
  ['RPS over loopback', tuned(STEERING, SAME), {}, ['tuning-over-loopback']],
  ['a governor over loopback', tuned({ cpuGovernor: 'performance' }, SAME), {}, []],
  ['two settings', tuned({ ...STEERING, nicQueues: '4' }), {}, ['several-settings']],
  ['an MTU of one end', tuned({ mtuBytes: '9000' }), {}, ['unequal-mtu']],
  ['the client pinned, the tool anywhere', client(AFFINITY), {}, ['interrupts-on-tool']],
  ['the tool beside it', client(AFFINITY, { toolCpus: '2-3' }), { clients: true }, ['irqbalance-clients']],
  ['10 samples a second', { ...two, samplesPerSecond: '10' }, {}, ['many-samples']],
])('%s', (_, draft, runs, expected) => {
  expect(codes(draft, runs)).toEqual(expected);
});

test('words are CPUs too, and an irqbalance that is stopped moves nothing', () => {
  const draft = tuned(
    { interruptAffinity: { cpus: 'not target', spread: 'all' }, stopServices: ['irqbalance'] },
    { targetCpus: 'last 6' },
  );
  expect(codes(draft, { server: true })).toEqual(['several-settings']);
});

test('only what differs from the run that this one is made from could explain a difference', () => {
  const before = readDraft(APART, hostsWith(FACTS)).spec;
  const after = readDraft(tuned({ ...AFFINITY, ...STEERING }, { targetCpus: '2-7' }), hostsWith(FACTS)).spec;
  expect(tuningDifferences(before, after).map(({ label }) => label)).toEqual(['packet steering (RPS)']);
  expect(tuningDifferences(null, after)).toHaveLength(3);
});

test('CPUs, settings and frames are counted: (1 + 5) + 1 + (1 + 5) = 13 s at 10 a second', () => {
  const draft = { ...tuned({ ...AFFINITY, nicQueues: '2' }, { targetCpus: '0-3' }), samplesPerSecond: '10' };
  expect(warnings(draft).map(({ title }) => title)).toEqual([
    'NIC interrupts and the target share CPUs 0-1',
    '3 settings change at once',
    '10 samples a second',
  ]);
  expect(warnings(draft)[1]?.sentence).toContain('CPU set of the target, NIC queues, interrupt affinity');
  expect(warnings(draft)[2]?.sentence).toContain('about 130 frames of each host');
});

const LINKED = {
  server: factsWith({ nics: [nic('mgmt', ['10.0.0.1/24']), nic('load', ['10.1.0.1/24'], { defaultRoute: true })] }),
  client: factsWith({ bootId: 'other', nics: [nic('lab', ['10.1.0.2/24'], { mtuBytes: 9000 })] }),
};

test('settings of a NIC that does not carry the load can show nothing', () => {
  const told = warnings(tuned({ ...STEERING, nic: 'mgmt' }), {}, LINKED);
  expect(told.find(({ code }) => code === 'idle-nic-server')).toEqual({
    code: 'idle-nic-server',
    title: 'mgmt of lab-server does not carry the load',
    sentence: 'Its settings can show nothing; load has the addresses that requests travel by.',
  });
  expect(codes(tuned({ ...STEERING, nic: 'load' }), {}, LINKED)).not.toContain('idle-nic-server');
  expect(codes(tuned({ cpuGovernor: 'performance', nic: 'mgmt' }), {}, LINKED)).not.toContain('idle-nic-server');
});

test('both ends need the same MTU: the one asked for, else the one that facts tell', () => {
  expect(warnings(tuned({ mtuBytes: '1400' }), {}, LINKED)[0]?.sentence).toBe(
    'lab-server has 1400 B, lab-client has 9000 B: packets larger than the smaller one are cut or lost.',
  );
  expect(codes(tuned({ mtuBytes: '9000' }), {}, LINKED)).toEqual([]);
  expect(codes(tuned({}), {}, LINKED)).toEqual([]);
  expect(codes(tuned({ mtuBytes: '9000', nic: 'mgmt' }), {}, LINKED)).toEqual([
    'idle-nic-server',
    'unequal-mtu',
    'several-settings',
  ]);
});

test('a setting that the host does not have is told, if it is asked for', () => {
  const draft = tuned({ cpuGovernor: 'performance' });
  expect(warnings(draft, {}, FACTS, ['cpuGovernor', 'cpuTurbo']).map(({ title }) => title)).toEqual([
    'CPU governor: not on lab-server',
  ]);
});

test('each of several clients is looked at, as their settings are alike and they are not', () => {
  const hostOf = hostsWith({ server: factsWith(), a: factsWith({ bootId: 'a' }), b: factsWith({ bootId: 'b' }) });
  const draft = client(AFFINITY, { clientHostIds: ['a', 'b'], toolCpus: '2-7' });
  const setup = tuningSetupOf(readDraft(draft, hostOf).spec, hostOf, {
    changed: [],
    labelOf: (id) => `lab-${id}`,
    presentOf: (id) => ({ irqbalanceRuns: id === 'b', absent: [] }),
  });
  expect(setup?.hosts.map(({ label }) => label)).toEqual(['lab-server', 'lab-a', 'lab-b']);
  expect(setup && tuningWarningsOf(setup).map(({ title }) => title)).toEqual(['irqbalance runs on lab-b']);
});

test('nothing is said of hosts that are not known', () => {
  const told = { changed: [], labelOf: String, presentOf: () => ({ irqbalanceRuns: null, absent: [] }) };
  expect(tuningSetupOf(readDraft(two, hostsWith({})).spec, hostsWith({ server: factsWith() }), told)).toBeNull();
});
