import { describe, expect, it } from 'vitest';
import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { cpu, saidRun } from '../../testing/sample-verdict.ts';
import { parseCpuList } from '../cpus/cpu-list.ts';
import { pressing } from './pressing.ts';
import { overlapOfSides, sharesCpus, twinsOf } from './shared-cpus.ts';
import { whyRows } from './why-rows.ts';
import { withVerdict } from './with-verdict.ts';

type Said = Partial<SideEvidence>;

function step(server: Said, clients: Said[], sharedMachine: boolean | null = true) {
  const evidence: Partial<StepEvidence> = { sharedMachine };
  const said = { connections: 64, pipelining: 1, requestsPerSecond: 50_000, server, clients, evidence };
  const [first] = withVerdict(saidRun([said])).steps;
  if (!first?.evidence?.server) throw new Error('no evidence');
  return { ...first, evidence: { ...first.evidence, server: first.evidence.server } };
}

const of4 = (cpuList: string, over: Said = {}): Said => ({
  ...{ hostId: 'h', name: 'vm', cpus: 4, cpusAllowed: parseCpuList(cpuList).length, cpuList },
  ...over,
});
const numbered = (hostId: string | null, cpus: number | null, cpusAllowed: number | null): Said => ({
  hostId,
  cpus,
  cpusAllowed,
});

describe('the CPUs that client and server share', () => {
  it.each<[string, Said, Said[], (boolean | null)?]>([
    ['apart on two machines', numbered('s', 4, 4), [numbered('c', 4, 4)], false],
    ['apart by their lists', of4('0-1'), [of4('2-3')]],
    ['apart by their numbers', numbered('h', 4, 2), [numbered('h', 4, 2)]],
    ['apart for a client of a machine of its own', numbered('h', 4, 1), [numbered('h', 4, 3), numbered('c', 4, 4)]],
  ])('are none: %s', (_, server, clients, shared = true) => {
    const { evidence } = step(server, clients, shared);
    expect([sharesCpus(evidence), ...evidence.clients.map((one) => sharesCpus(evidence, one))]).not.toContain(true);
  });

  it.each<[string, Said, Said, { least: number; most: number }]>([
    ['all', of4('0-3'), of4('0-3'), { least: 4, most: 4 }],
    ['a part', of4('0-2'), of4('2-3'), { least: 1, most: 1 }],
    ['all by their numbers', numbered('h', 4, 4), numbered('h', 4, 4), { least: 4, most: 4 }],
    ['a part by their numbers', numbered('h', 4, 3), numbered('h', 4, 2), { least: 1, most: 2 }],
    ['as many as is not known', numbered(null, null, null), numbered(null, 4, 4), { least: 0, most: Infinity }],
    [
      'those of a neighbour',
      { ...of4('0-3'), machineId: 'h' },
      of4('1-3', { hostId: 'n', machineId: 'h' }),
      { least: 3, most: 3 },
    ],
    ['those of the only client, in older documents', of4('0-3'), of4('1-3', { hostId: 'n' }), { least: 3, most: 3 }],
  ])('are %s', (_, server, client, overlap) => {
    const { evidence } = step(server, [client]);
    const [only] = evidence.clients;
    if (!only) throw new Error('no client');
    expect(overlapOfSides(evidence, evidence.server, only)).toEqual(overlap);
    expect([sharesCpus(evidence), sharesCpus(evidence, only)]).toEqual([true, true]);
  });

  it('may be those of any of several clients, where older documents do not say which is a neighbour', () => {
    const { evidence } = step(numbered('s', 2, 2), [numbered('a', 2, 2), numbered('b', 2, 2)]);
    expect(evidence.clients.map((one) => [sharesCpus(evidence, one), twinsOf(evidence, one).length])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });
});

describe('rows of shared CPUs', () => {
  const busy = (percent: number) => ({ cpu: cpu({ user: percent, idle: 100 - percent }) });
  const rows = (found: ReturnType<typeof pressing>) =>
    found.flatMap((row) => (row.resource === 'cpu' ? [`${row.label} ${row.percentLow}`] : []));
  const all = (server: Said, clients: Said[]) => {
    const judged = step(server, clients);
    return [rows(judged.verdict?.evidence ?? []), rows(whyRows(judged)), rows(pressing(judged))];
  };

  it.each<[string, Said, Said[], string[]]>([
    [
      'stand once, by the fuller reading, where two agents read them',
      of4('0-3', { machineId: 'h', ...busy(84) }),
      [of4('0-3', { hostId: 'n', machineId: 'h', ...busy(86) })],
      ['CPUs of client and server 86'],
    ],
    [
      'are two where only one CPU of each is shared, though as many are read alike',
      of4('0-1', busy(80)),
      [of4('1-2', busy(80))],
      ['client’s CPUs 80', 'server’s CPUs 80'],
    ],
    [
      'are those of the client that is there, and not of another with as many CPUs',
      of4('0-3', busy(80)),
      [of4('0-3', { name: 'vm', ...busy(80) }), { hostId: 'c2', name: 'c2', cpus: 4, ...busy(90) }],
      ['CPUs of client vm and of the server 80', 'client c2’s CPUs 90'],
    ],
  ])('%s', (_, server, clients, expected) => {
    const [evidence, why, near] = all(server, clients);
    expect(evidence).toEqual(expected);
    expect(why).toEqual(expected);
    expect(near?.toSorted()).toEqual(expected.toSorted());
  });
});
