import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { cpu, nicUse, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { culpritsText } from './competing-words.ts';
import { withVerdict } from './with-verdict.ts';

const CULPRITS = [
  { name: 'chromium', cpus: 0.9 },
  { name: 'node', cpus: 0.4 },
  { name: 'sshd', cpus: 0.01 },
];
/** Two full CPUs; the target used 0.4 of them and others 1.35: 97 - 67.5 = 29.5 % without them. */
const HELD: Partial<SideEvidence> = {
  name: 'test',
  cpus: 2,
  cpu: cpu({ user: 70, system: 25, softirq: 2, irq: 0, iowait: 0, idle: 3 }),
  processCpus: 0.4,
  otherCpus: 1.35,
  competitors: CULPRITS,
};
const IDLE: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 30, idle: 70 }), processCpus: 2, otherCpus: 0 };

function judged(step: Partial<SaidStep>) {
  const run = withVerdict(
    saidRun([{ connections: 64, pipelining: 1, requestsPerSecond: 50_000, server: HELD, clients: [IDLE], ...step }]),
  );
  const [verdict] = run.steps.flatMap((one) => one.verdict ?? []);
  if (!verdict) throw new Error('no verdict');
  return { ...verdict, findings: run.findings };
}
const wallOf = (step: Partial<SaidStep>): Partial<PointVerdict> => {
  const { wall, walls, confidence, lowerBound } = judged(step);
  return { wall, walls, confidence, lowerBound };
};

describe('CPUs that processes of neither side hold', () => {
  it('are the wall, and neither the server nor the client is', () => {
    expect(wallOf({})).toEqual({
      wall: 'competing-load',
      walls: ['competing-load'],
      confidence: 'measured',
      lowerBound: false,
    });
    expect(wallOf({ server: IDLE, clients: [HELD] })).toMatchObject({ wall: 'competing-load', lowerBound: false });
  });

  it('leave open what a side was that was not measured', () => {
    expect(judged({ server: HELD, clients: [] }).because).toContain(
      'The client was not measured, so the client may have been the limit too.',
    );
    expect(judged({ server: HELD, clients: [HELD, { cpus: 2, cpusAllowed: 2 }] }).because).toContain(
      'Not every client was measured, so the client may have been the limit too.',
    );
    const maybe = { cpus: 2, cpu: cpu({ user: 45, idle: 10 }) };
    expect(judged({ server: HELD, clients: [maybe] }).because).toContain('The client may have been the limit too.');
  });

  it('are told with the culprits and what they used, once for a host of both sides', () => {
    const { sentence, because, next, validity, findings } = judged({
      server: { ...HELD, hostId: 'h' },
      clients: [{ ...HELD, hostId: 'h', processCpus: 0.2 }],
      evidence: { sharedMachine: true },
    });
    expect(sentence).toBe('Limited by other processes on test (1.35 CPUs).');
    expect(because).toBe(
      'Other processes: they used 1.35 of the 2 CPUs of test (chromium 0.9, node 0.4 CPUs), 97 % busy with them and 29 % without (saturated from 85 %); the client used 0.2 of 2 CPUs and the server used 0.4 of 2 CPUs. Neither client nor server is the limit. Suspect: other processes used the CPUs.',
    );
    // A browser is among them.
    expect(next).toBe(
      'Close the browser on that host (watch from another machine, or look when the run is over), stop other processes, and rerun.',
    );
    expect(validity).toBe('suspect');
    expect(findings.find(({ code }) => code === 'competing-load')?.sentence).toBe(
      'Step 1: other processes on test used 1.35 of its 2 CPUs (68 %, more than 5 %): chromium 0.9, node 0.4 CPUs. Target or load generator may have lacked CPU. Stop them and rerun.',
    );
  });

  it('are told once where each side has CPUs of its own, each with what the side itself used of them', () => {
    const own = { hostId: 'h', name: 'vm', cpus: 2, cpusAllowed: 1, otherCpus: 0.81, competitors: [] };
    const kept = {
      server: { ...own, cpuList: '0', cpu: cpu({ user: 85, idle: 15 }), processCpus: 0.19 },
      clients: [{ ...own, cpuList: '1', cpu: cpu({ user: 97, idle: 3 }), processCpus: 0.23 }],
      evidence: { sharedMachine: true },
    };
    expect(judged(kept).because).toContain(
      'Other processes: they used 0.81 of the 2 CPUs of vm; CPU 0 (the server’s) was 85 % busy, 19 % by the server itself; CPU 1 (the client’s) was 97 % busy, 23 % by the client itself (saturated from 85 %); the client used 0.23 of 1 CPU and the server used 0.19 of 1 CPU. Neither',
    );
    // 97 - 70 by itself leaves 27 that the tool cannot have used where it is kept to another CPU, and can where it may use both.
    const server = { ...kept.server, cpu: cpu({ user: 97, idle: 3 }), processCpus: 0.7 };
    const [tool] = kept.clients;
    const client = { ...tool, cpu: cpu({ user: 60, idle: 40 }), processCpus: 0.25 };
    expect(wallOf({ ...kept, server, clients: [client] }).wall).toBe('competing-load');
    expect(wallOf({ ...kept, server, clients: [{ ...client, cpusAllowed: 2, cpuList: '0-1' }] }).wall).not.toBe(
      'competing-load',
    );
  });

  it('leave a rest of which is said what neither side nor they used', () => {
    const one = { ...HELD, hostId: 'h', otherCpus: 1.1, competitors: [] };
    const { because } = judged({
      server: { ...one, processCpus: 0.2 },
      clients: [{ ...one, processCpus: 0.13 }],
      evidence: { sharedMachine: true },
    });
    expect(because).toContain(
      '97 % busy with them and 42 % without (17 % by client and server, 25 % not named; saturated from 85 %)',
    );
  });

  it('are told once of a machine of two agents, with what both used of it', () => {
    const one = { ...HELD, hostId: 'h', machineId: 'h', otherCpus: 1.1, competitors: null };
    const { walls, sentence, because } = judged({
      server: { ...one, processCpus: 0.2 },
      clients: [{ ...one, hostId: 'n', name: 'neighbour', processCpus: 0.13 }],
      evidence: { sharedMachine: true },
    });
    expect([walls, sentence]).toEqual([['competing-load'], 'Limited by other processes on neighbour (1.1 CPUs).']);
    expect(because).toContain('(17 % by client and server, 25 % not named; saturated from 85 %); the client');
    expect(because.match(/they used/g)).toHaveLength(1);
  });

  it('are named without a bracket that the kernel cut', () => {
    const named = (name: string) => culpritsText([{ name, cpus: 0.9 }]);
    expect(named('next-server (v1')).toBe('next-server 0.9 CPUs');
    expect(named('systemd (sd-pam)')).toBe('systemd (sd-pam) 0.9 CPUs');
    expect(named('(sd-pam')).toBe('sd-pam 0.9 CPUs');
  });

  it('are told apart from a target of the same name by pid and program', () => {
    const server = { name: 'server', cpus: 0.9, pid: 601, program: '/opt/old/server' };
    expect(culpritsText([server, { name: 'node', cpus: 0.4, pid: 700 }])).toBe(
      '/opt/old/server[601] 0.9, node[700] 0.4 CPUs',
    );
  });

  it('are not to be stopped at sight where they may be of this instance', () => {
    const shells = { name: 'sh', cpus: 1.2 };
    const sentenceOf = ({ findings }: ReturnType<typeof judged>) =>
      findings.find(({ code }) => code === 'competing-load')?.sentence;
    const { next } = judged({ server: { ...HELD, competitors: [{ name: 'millionrps-api', cpus: 1.3 }] } });
    expect(next).toMatch(
      /^Some of these may be of millionrps, this instance or another: check by pid before stopping one/,
    );
    for (const name of ['millionrps-api', 'postgres', 'agent', 'volley', 'next-server (v1']) {
      const most = judged({
        server: {
          ...HELD,
          competitors: [
            { name, cpus: 1.2 },
            { ...shells, cpus: 0.1 },
          ],
        },
      });
      expect(most.next).toBe(next);
      expect(sentenceOf(most)).toContain('this instance or another');
      const least = judged({ server: { ...HELD, competitors: [shells, { name, cpus: 0.1 }] } });
      expect(least.next).toBe('Stop other processes and rerun.');
      expect(sentenceOf(least)).toMatch(/Stop sh and rerun\.$/);
    }
    expect(judged({ server: { ...HELD, competitors: [shells] } }).next).toBe('Stop other processes and rerun.');
  });

  it('are to be stopped by pid, and only those that are told', () => {
    const { findings } = judged({
      server: {
        ...HELD,
        competitors: [
          { name: 'chromium', cpus: 0.6, pid: 14 },
          { name: 'node', cpus: 0.3, pid: 22, ofInstance: true },
          { name: 'node', cpus: 0.2, pid: 19, program: '/usr/bin/node' },
          { name: 'python3', cpus: 0.1, pid: 30 },
        ],
      },
    });
    expect(findings.find(({ code }) => code === 'competing-load')?.sentence).toMatch(
      /: chromium\[14\] 0\.6, node\[22\] \(of the instance that ran this\) 0\.3, \/usr\/bin\/node\[19\] 0\.2 CPUs\. .* Stop chromium\[14\] and \/usr\/bin\/node\[19\] and rerun\.$/,
    );
  });

  it('are of this instance or not as its own agent says, whatever they are called', () => {
    const web = { name: 'next-server', cpus: 1.1, pid: 7, ofInstance: true };
    const own = judged({ server: { ...HELD, competitors: [web, { name: 'sh', cpus: 0.1, ofInstance: false }] } });
    expect(own.next).toBe(
      'Close the pages of the instance that ran this, or measure on hosts of their own, and rerun.',
    );
    expect(own.because).toContain('(next-server[7] (of the instance that ran this) 1.1, sh 0.1 CPUs)');
    expect(own.stopsOthers).toBe(true);
    const foreign = judged({ server: { ...HELD, competitors: [{ ...web, ofInstance: false }] } });
    expect(foreign.next).toBe('Stop other processes and rerun.');
    expect(foreign.findings.find(({ code }) => code === 'competing-load')?.sentence).toMatch(
      /next-server\[7\] 1\.1 CPUs\..* Stop them and rerun\.$/,
    );
    const api = (ofInstance?: boolean) =>
      culpritsText([{ name: 'millionrps-api', cpus: 0.4, pid: 9, ...(ofInstance !== undefined && { ofInstance }) }]);
    expect([true, false, undefined].map(api)).toEqual([
      'millionrps-api[9] (of the instance that ran this) 0.4 CPUs',
      'millionrps-api[9] (of another instance) 0.4 CPUs',
      'millionrps-api[9] (of this instance or another) 0.4 CPUs',
    ]);
    // A database of one’s own serves the instance, and was not started with it.
    const database = { name: 'postgres', cpus: 1.1, pid: 8, ofInstance: false };
    const served = judged({
      server: { ...HELD, competitors: [database, { name: 'sh', cpus: 0.1, ofInstance: false }] },
    });
    expect(served.next).toContain('check by pid before stopping one');
    const least = judged({
      server: {
        ...HELD,
        competitors: [
          { name: 'sh', cpus: 1.1 },
          { ...database, cpus: 0.1 },
        ],
      },
    });
    expect(least.findings.find(({ code }) => code === 'competing-load')?.sentence).toMatch(/Stop sh and rerun\.$/);
  });

  it.each<[string, Partial<SaidStep>, Partial<PointVerdict>]>([
    [
      // 97 - 10 / 2 = 92 %.
      'which is full without them keeps its wall, suspect',
      { server: { ...HELD, processCpus: 1.6, otherCpus: 0.2 } },
      { wall: 'server-cpu', validity: 'suspect', stopsOthers: true },
    ],
    [
      // 86 - 10 / 2 = 81 %: near to full without them, too, so that 0.1 CPUs do not acquit the rest.
      'which is nearly full without them likely has its wall',
      { server: { ...HELD, cpu: cpu({ user: 86, idle: 14 }), processCpus: 1.6, otherCpus: 0.1 } },
      { wall: 'server-cpu', confidence: 'likely', validity: 'valid' },
    ],
    [
      // 86 - 20 / 2 = 76 %, under nine tenths of 85 %.
      'which is not even nearly full without them is not the limit',
      { server: { ...HELD, cpu: cpu({ user: 86, idle: 14 }), processCpus: 1.5, otherCpus: 0.2 } },
      { wall: 'competing-load', validity: 'suspect' },
    ],
    [
      // Of one machine: 86 % busy with 0.1 CPUs of others, 81 % by both sides together.
      'that shares nearly full CPUs with the other side likely is full with it',
      {
        server: { ...HELD, hostId: 'h', cpu: cpu({ user: 86, idle: 14 }), processCpus: 1.02, otherCpus: 0.1 },
        clients: [{ ...HELD, hostId: 'h', cpu: cpu({ user: 86, idle: 14 }), processCpus: 0.6, otherCpus: 0.1 }],
        evidence: { sharedMachine: true },
      },
      { wall: 'several', walls: ['client-cpu', 'server-cpu'], confidence: 'likely' },
    ],
    [
      'whose processes fill it by themselves keeps its wall',
      { server: { ...HELD, processCpus: 1.75, otherCpus: 0.3 } },
      { wall: 'server-cpu', validity: 'suspect', stopsOthers: true },
    ],
    [
      // Its 4 CPUs are 90 % busy, 3.2 by itself: what others used is elsewhere but for 0.4.
      'of a larger machine, where others used the rest',
      {
        server: { ...HELD, cpus: 32, cpusAllowed: 4, cpu: cpu({ user: 90, idle: 10 }), processCpus: 3.5, otherCpus: 8 },
      },
      { wall: 'server-cpu', validity: 'suspect', stopsOthers: true },
    ],
    [
      'of a larger machine, which others hold',
      { server: { ...HELD, cpus: 32, cpusAllowed: 4, cpu: cpu({ user: 99, idle: 1 }), processCpus: 1, otherCpus: 8 } },
      { wall: 'competing-load' },
    ],
    [
      // 92 % busy: 80 by itself, 12 of its own packets. What others used is elsewhere.
      'kept to 2 of 8 CPUs, which its own processes and packets fill',
      {
        server: {
          ...HELD,
          cpus: 8,
          cpusAllowed: 2,
          cpu: cpu({ user: 60, system: 20, softirq: 12, idle: 8 }),
          processCpus: 1.6,
          otherCpus: 3,
          softirqBilledToTasks: false,
        },
      },
      { wall: 'server-cpu', validity: 'suspect', stopsOthers: true },
    ],
    [
      'kept to 2 of 64 CPUs by a target whose processes were not seen, while others used one CPU somewhere',
      { server: { ...HELD, cpus: 64, cpusAllowed: 2, processCpus: null, otherCpus: 1 } },
      { wall: 'server-cpu' },
    ],
    [
      // Both on the same 4 of 32 CPUs: 50 % of one, 45 % of the other.
      'that shares its part of a larger machine with the other side alone',
      {
        server: { ...HELD, hostId: 'h', cpus: 32, cpusAllowed: 4, processCpus: 2, otherCpus: 8 },
        clients: [{ ...HELD, hostId: 'h', cpus: 32, cpusAllowed: 4, processCpus: 1.8, otherCpus: 8 }],
        evidence: { sharedMachine: true },
      },
      { wall: 'several', walls: ['client-cpu', 'server-cpu'] },
    ],
    ['that are not full are no wall', { server: { ...HELD, cpu: cpu({ user: 80, idle: 20 }) } }, { wall: 'unknown' }],
    [
      'while a client on its own machine is full by itself',
      { clients: [{ ...IDLE, processCpus: 8, cpu: cpu({ user: 99, idle: 1 }) }] },
      {
        wall: 'several',
        walls: ['client-cpu', 'competing-load'],
        next: expect.stringContaining('stop other processes'),
      },
    ],
    ['while the client was not measured', { clients: [] }, { wall: 'competing-load', confidence: 'likely' }],
    [
      'while a NIC is full, too',
      { server: { ...HELD, nics: [nicUse({ txBitsPerSecond: 9.5e9, ceilingBitsPerSecond: 10e9 })] } },
      { wall: 'several', walls: ['competing-load', 'nic-bandwidth'] },
    ],
    [
      'while a rate is met, which was all that was asked',
      { rate: 50_000 },
      { wall: 'offered-load', validity: 'suspect' },
    ],
  ])('a side %s', (_, step, wanted) => {
    expect(judged(step)).toMatchObject(wanted);
  });

  it('are not the busiest CPU of a server: a spinner fills one of eight', () => {
    const spinner = { ...IDLE, otherCpus: 1, hottestCpu: { cpu: 3, busy: 1, softirq: 0.05 } };
    expect(judged({ server: spinner })).toMatchObject({
      wall: 'unknown',
      walls: ['server-core', 'competing-load'],
      next: 'Stop other processes and rerun.',
    });
    expect(judged({ server: spinner }).sentence).toBe(
      'Can’t tell whether one server core or other processes limited it.',
    );
    expect(judged({ server: spinner }).because).toMatch(
      /^CPU 3 of s1 was 100 % busy, and other processes \(1 CPU\) may have been on it/,
    );
    expect(wallOf({ server: { ...spinner, otherCpus: 0 } })).toMatchObject({ wall: 'server-core' });
    expect(wallOf({ server: { ...spinner, hottestCpu: { cpu: 3, busy: 1, softirq: 0.9 } } })).toMatchObject({
      wall: 'server-core',
    });
  });
});
