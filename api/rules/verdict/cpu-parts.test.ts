import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { cpuParts, cpuPartsText } from './cpu-parts.ts';
import { pressing } from './pressing.ts';
import { withVerdict } from './with-verdict.ts';

const HOST: Partial<SideEvidence> = {
  hostId: 'h',
  name: 'lab',
  cpus: 2,
  cpu: cpu({ user: 70, system: 25, softirq: 2, irq: 0, iowait: 0, idle: 3 }),
  otherCpus: 1.2,
};
const BOTH: Partial<SaidStep> = {
  server: { ...HOST, processCpus: 0.4 },
  clients: [{ ...HOST, processCpus: 0.2 }],
  evidence: { sharedMachine: true },
};

function parts(over: Partial<SaidStep>): string[] {
  const said = { connections: 10, pipelining: 1, requestsPerSecond: 1000, ...over };
  const [step] = withVerdict(saidRun([said])).steps;
  if (!step) throw new Error('no step');
  return pressing(step).map((row) => `${row.label}: ${cpuPartsText(cpuParts(row, step))}`);
}

describe('the CPUs of a host that other processes used too', () => {
  it('are told apart by who used them, and what nobody is known to have used', () => {
    expect(parts(BOTH)).toEqual([
      'CPUs of client and server: target 20 %, tool 10 %, other processes 60 %, not named 7 %',
    ]);
  });

  it('are told apart where another agent drives the load on the same machine', () => {
    const [server, client] = [
      { ...HOST, machineId: 'h', processCpus: 0.4 },
      { ...HOST, hostId: 'n', machineId: 'h', processCpus: 0.2 },
    ];
    expect(parts({ server, clients: [client], evidence: { sharedMachine: true } })).toEqual([
      'CPUs of client and server: target 20 %, tool 10 %, other processes 60 %, not named 7 %',
    ]);
  });

  it('are told apart on a host of one side', () => {
    const client = { ...HOST, hostId: 'c', processCpus: 0.7 };
    const server = { hostId: 's', cpus: 8, cpu: cpu({ user: 10, idle: 90 }), processCpus: 0.8, otherCpus: 0 };
    expect(parts({ server, clients: [client] })).toEqual([
      'client’s CPUs: tool 35 %, other processes 60 %, not named 2 %',
    ]);
  });

  it('add up to what was busy, though other processes were counted over another window: 30 % + 80 % are not 110 %', () => {
    const over = { otherCpus: 1.6 };
    expect(
      parts({ ...BOTH, server: { ...BOTH.server, ...over }, clients: [{ ...BOTH.clients?.[0], ...over }] }),
    ).toEqual(['CPUs of client and server: target 20 %, tool 10 %, other processes 67 %']);
  });

  it.each<[string, Partial<SideEvidence>, Partial<SideEvidence>]>([
    ['where others used next to nothing', { otherCpus: 0.05 }, { otherCpus: 0.05 }],
    ['where a side was not counted', {}, { processCpus: null }],
    ['where both sides are counted as more than the host has', { processCpus: 1.5 }, { processCpus: 0.6 }],
    ['where others were not counted', { otherCpus: null }, { otherCpus: null }],
    ['of a part of the CPUs, as others may have run on the rest', { cpusAllowed: 1 }, { cpusAllowed: 1 }],
  ])('are not %s', (_, server, client) => {
    const told = parts({
      ...BOTH,
      server: { ...BOTH.server, ...server },
      clients: [{ ...BOTH.clients?.[0], ...client }],
    });
    expect(told.length).toBeGreaterThan(0);
    for (const one of told) expect(one).toMatch(/: $/);
  });
});
