import { expect, test } from 'vitest';
import { FACTS, nic } from '../../testing/fake-agent.ts';
import { type CpuScope, nicLocalCpus, readCpuChoice, resolveCpuChoice } from './cpu-choice.ts';
import { formatCpuList } from './cpu-list.ts';

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const scope: CpuScope = { online: range(0, 127), target: range(16, 127), nicLocal: range(64, 127) };

test.each([
  ['0-15, 32', '0-15,32'],
  [' ALL ', 'all'],
  ['Last  16', 'last 16'],
  ['not target', 'not target'],
  ['nic-local', 'nic-local'],
])('%s is read as %s', (typed, read) => {
  expect(readCpuChoice(typed)).toBe(read);
});

test.each(['', '3-0', '0-', 'last', 'last 0', 'first 99999', 'nottarget', 'none', '12345', '0;1'])(
  '%o is no choice of CPUs',
  (typed) => {
    expect(readCpuChoice(typed)).toBeNull();
  },
);

test.each([
  ['all', '0-127'],
  ['first 4', '0-3'],
  ['last 16', '112-127'],
  ['not target', '0-15'],
  ['nic-local', '64-127'],
  ['5,7-9', '5,7-9'],
  // What the host does not have, the check of the spec refuses.
  ['126-130', '126-127'],
  ['last 129', '0-127'],
])('%s means %s on this host', (choice, cpus) => {
  expect(formatCpuList(resolveCpuChoice(choice, scope) ?? [])).toBe(cpus);
});

test('a host without a target leaves all its CPUs, as API and agent have it', () => {
  expect(resolveCpuChoice('not target', { ...scope, target: null })).toEqual(scope.online);
});

test('a NIC that belongs to no node is local to every CPU; of one that is not known nothing can be told', () => {
  const nics = [nic('eth0', []), nic('eth1', [], { numaNode: 1 }), nic('eth2', [], { numaNode: 7 })];
  const numaNodes = [
    { node: 0, cpus: '0-3' },
    { node: 1, cpus: '4-9' },
  ];
  const facts = { ...FACTS, onlineCpus: '0-7', nics, numaNodes };
  expect(nicLocalCpus(facts, 'eth1')).toEqual([4, 5, 6, 7]);
  expect(nicLocalCpus(facts, 'eth0')).toHaveLength(8);
  expect([nicLocalCpus(facts, 'eth2'), nicLocalCpus(facts, 'eth9')]).toEqual([null, null]);
  expect(resolveCpuChoice('nic-local', { ...scope, nicLocal: null })).toBeNull();
});
