import type { RunStep } from '@contract/step';
import { expect, test } from 'vitest';
import { partOf, pprofLine, profileKey, profilesOf } from './profile-words';

test('a part of nothing is nothing', () => {
  expect([partOf(25, { total: 100 }), partOf(0, { total: 0 })]).toEqual([0.25, 0]);
});

test('profiles are named by step and kind, and opened by one line', () => {
  const steps = [{ index: 2, profiles: [{ kind: 'cpu' }, { kind: 'mutex' }] }] as unknown as RunStep[];
  expect(profilesOf(steps).map(profileKey)).toEqual(['3-cpu', '3-mutex']);
  expect(pprofLine('step-3 cpu.pb.gz')).toBe("go tool pprof -http : 'step-3 cpu.pb.gz'");
});
