import { defaultNic } from '@rules/cpus/cpu-choice';
import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { emptyTuning } from '@/features/draft/tuning-draft';
import { factsWith, hostsWith, nic } from '@/testing/hosts';
import { hasPreset, isAsItIs, type TuningPreset, tuningPresets, withoutPreset, withPreset } from './preset-values';

const big = factsWith({
  cpus: 128,
  onlineCpus: '0-127',
  nics: [nic('lo', []), nic('ens5', [], { rxQueues: 16, defaultRoute: true })],
});
const of = (id: string, facts = big): TuningPreset => {
  const preset = tuningPresets(facts, 'server', defaultNic(facts)).find((one) => one.id === id);
  if (!preset) throw new Error(`no preset ${id}`);
  return preset;
};

test('pinned: a queue for each of the first CPUs, the target on all others', () => {
  expect(of('pinned')).toMatchObject({
    settings: { nicQueues: '16', interruptAffinity: { cpus: 'first 16' }, stopServices: ['irqbalance'] },
    workCpus: 'last 112',
    hint: 'irqbalance stopped, 16 NIC queues on the first 16 CPUs, the target on the last 112 CPUs.',
  });
});

test.each([
  ['as many queues as CPUs', { cpus: 8, onlineCpus: '0-7', nics: [nic('eth0', [], { rxQueues: 8 })] }, 'last 4'],
  ['one queue', { cpus: 8, onlineCpus: '0-7', nics: [nic('eth0', [], { rxQueues: 1 })] }, 'last 7'],
  ['no NIC', { cpus: 64, onlineCpus: '0-63', nics: [] }, 'last 56'],
  ['two CPUs', { cpus: 2, onlineCpus: '0-1', nics: [] }, 'last 1'],
])('pinned never takes more than half: %s', (_, facts, workCpus) => {
  expect(of('pinned', factsWith(facts)).workCpus).toBe(workCpus);
});

test('one CPU cannot be divided', () => {
  const ids = tuningPresets(factsWith({ onlineCpus: '0', cpus: 1 }), 'server', null).map(({ id }) => id);
  expect(ids).toEqual(['steering', 'storms']);
});

test.each(['pinned', 'steering', 'storms'])(
  '%s is what the API takes, is told as pressed, and goes without a trace',
  (id) => {
    const preset = of(id);
    const draft = { ...emptyDraft('a'), targetCpus: preset.workCpus ?? '' };
    draft.tuning.server = withPreset(preset, emptyTuning());
    expect(readDraft(draft, hostsWith({ a: big })).errors).toEqual({});
    expect(hasPreset(preset, draft.tuning.server, draft.targetCpus)).toBe(true);
    expect(hasPreset(preset, emptyTuning(), '')).toBe(false);
    expect(isAsItIs(withoutPreset(preset, draft.tuning.server))).toBe(true);
  },
);

test('presets add up, and each goes alone', () => {
  const both = withPreset(of('storms'), withPreset(of('pinned'), emptyTuning()));
  expect(hasPreset(of('pinned'), both, 'last 112') && hasPreset(of('storms'), both, '')).toBe(true);
  expect(withoutPreset(of('pinned'), both)).toEqual(withPreset(of('storms'), emptyTuning()));
});

test('what was added by hand stays, what had another value takes the preset’s', () => {
  const mine = {
    ...emptyTuning(),
    sysctls: [
      { name: 'vm.swappiness' as const, value: '1' },
      { name: 'net.core.somaxconn' as const, value: '128' },
    ],
  };
  const storms = withPreset(of('storms'), mine);
  expect(storms.sysctls.filter(({ name }) => name === 'net.core.somaxconn')).toHaveLength(1);
  expect(hasPreset(of('storms'), storms, '')).toBe(true);
  expect(withoutPreset(of('storms'), storms).sysctls).toEqual([{ name: 'vm.swappiness', value: '1' }]);
});
