import { describe, expect, it } from 'vitest';
import type { MeasuredHost, Run } from '../../contract/run.ts';
import { FACTS } from '../../testing/fake-agent.ts';
import { HOST_ID, latency, samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { tool } from '../../testing/tool-abilities.ts';
import { plainGet } from '../requests/plain-request.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';
import { compareRuns } from './compare-runs.ts';

const OTHER_ID = '01890000-0000-7000-8000-00000000bbbb';
const a = sampleRun({ id: 'a' });
const { target } = a.spec;
const prefork = { target: { ...target, prefork: true } };

const warnings = (runs: Run[], baseline = 'a') => compareRuns(runs, baseline).warnings;
const sentence = (runs: Run[], code: string, baseline = 'a') =>
  warnings(runs, baseline).find((warning) => warning.code === code)?.sentence;
const codes = (runs: Run[]) => warnings(runs).map(({ code }) => code);

describe('a comparison of one run a side', () => {
  it('always says that it has no repeats, and last', () => {
    expect(codes([a, sampleRun({ id: 'b', spec: prefork })])).toEqual(['one-machine', 'no-repeats']);
  });

  it('names what changed when it was more than one group, with the values on both sides', () => {
    const b = sampleRun({ id: 'b', spec: { ...prefork, tuning: { targetCpus: '0-1', server: null, clients: null } } });
    expect(sentence([a, b], 'changed-more-than-one-thing')).toBe(
      'B differs from A in 2 groups of settings: target (prefork off → on) and tuning (CPU set of the target every CPU → 0-1). Any of these could be the cause; change one at a time.',
    );
  });

  it('takes two settings of one group for two things, but not what one of them brought about', () => {
    const started = a.target && { ...a.target, workers: 1, goMaxProcsPerWorker: 4 };
    const one = sampleRun({ id: 'b', spec: prefork, over: { target: started } });
    expect(codes([a, one])).toEqual(['one-machine', 'no-repeats']);
    const both = sampleRun({ id: 'b', spec: { ...prefork, requests: [plainGet('/read', 1)] } });
    expect(sentence([a, both], 'changed-more-than-one-thing')).toContain(
      'in 2 settings of one group: target (requests /simple → /read and prefork off → on).',
    );
  });

  it('takes what a CPU set does to the workers for a second change', () => {
    const halved = a.target && { ...a.target, workers: 2 };
    const b = sampleRun({
      id: 'b',
      spec: { tuning: { targetCpus: '0-1', server: null, clients: null } },
      over: { target: halved },
    });
    expect(sentence([a, b], 'changed-more-than-one-thing')).toContain('workers started 4 → 2');
  });

  it('takes the version of another framework for no second change, and that of the same for one', () => {
    const versioned = a.target && { ...a.target, version: 'go1.99' };
    const over = { target: versioned };
    const other = sampleRun({ id: 'b', spec: { target: { ...target, framework: 'nethttp' } as typeof target }, over });
    expect(codes([a, other])).toEqual(['one-machine', 'no-repeats']);
    const same = sampleRun({ id: 'b', spec: prefork, over });
    expect(sentence([a, same], 'changed-more-than-one-thing')).toContain('software (target version 0.1.0 → go1.99)');
  });

  it('holds each run against the baseline, not against the others', () => {
    const b = sampleRun({ id: 'b', spec: prefork });
    const c = sampleRun({ id: 'c', spec: { tuning: { targetCpus: '0-1', server: null, clients: null } } });
    expect(codes([a, b, c])).toEqual(['one-machine', 'no-repeats']);
    expect(warnings([a, b, c], 'b').map(({ code }) => code)).toEqual([
      'changed-more-than-one-thing',
      'one-machine',
      'no-repeats',
    ]);
  });

  it('takes neither more steps nor what was not read for a change', () => {
    const longer = sampleRun({ id: 'b', spec: prefork, load: { steps: [step(10)] } });
    const more = {
      ...longer,
      spec: { ...longer.spec, load: { ...a.spec.load, steps: [step(10)] } },
      target: null,
    };
    expect(codes([a, more])).toEqual(['one-machine', 'steps-unmatched', 'no-repeats']);
  });

  it('takes other tool workers in a like step for a change of the load', () => {
    const points = [samplePoint({ toolWorkers: 3 }), samplePoint({ toolWorkers: 3 })];
    const b = sampleRun({ id: 'b', spec: prefork, points });
    expect(sentence([a, b], 'changed-more-than-one-thing')).toContain('load (tool workers run 1 → 3)');
  });

  it('says of an A/A pair what it is good for', () => {
    const again = sampleRun({ id: 'b' });
    expect(sentence([a, again], 'nothing-changed')).toBe(
      'B and A have the same configuration: no setting made their difference.',
    );
    // Beside another side they are the repeats of one.
    expect(codes([a, again, sampleRun({ id: 'c', spec: prefork })])).not.toContain('nothing-changed');
  });

  it('takes the tuning of hosts for one thing, and lists it beside another', () => {
    const tuned = {
      tuning: {
        targetCpus: '2-3',
        server: { ...NO_TUNING, mtuBytes: 9001, cpuGovernor: 'performance' as const, cpuTurbo: false },
        clients: null,
      },
    };
    expect(sentence([a, sampleRun({ id: 'b', spec: tuned })], 'changed-more-than-one-thing')).toBe(
      'B differs from A in 4 settings of tuning: CPU set of the target every CPU → 2-3, MTU as found → 9,001 B, CPU governor as found → performance and CPU turbo as found → off. Any of these could be the cause; change one at a time.',
    );
    const one = { tuning: { targetCpus: null, server: { ...NO_TUNING, mtuBytes: 9001 }, clients: null } };
    expect(codes([a, sampleRun({ id: 'b', spec: one })])).toEqual(['one-machine', 'no-repeats']);
    expect(
      sentence([a, sampleRun({ id: 'b', spec: { ...tuned, ...prefork } })], 'changed-more-than-one-thing'),
    ).toContain(
      'in 2 groups of settings: target (prefork off → on) and tuning (CPU set of the target every CPU → 2-3, MTU as found → 9,001 B, CPU governor as found → performance and CPU turbo as found → off).',
    );
  });

  it('takes a service that ran in one run only for a change, though nobody asked for it', () => {
    const b = sampleRun({ id: 'b', spec: { tuning: { targetCpus: '2-3', server: null, clients: null } } });
    const states = [a, b].map(({ id }, index) => ({
      runId: id,
      hostId: HOST_ID,
      values: { 'service/irqbalance': index === 0 ? 'running' : 'stopped' },
    }));
    const { warnings: told } = compareRuns([a, b], 'a', states);
    expect(told.find(({ code }) => code === 'changed-more-than-one-thing')?.sentence).toContain(
      'software (service/irqbalance, as found running → stopped)',
    );
  });

  it('says where target and load generator shared a machine, of runs that measured something', () => {
    const [own] = a.hosts;
    const onTwo = (bootId: string) =>
      sampleRun({
        id: 'b',
        spec: { clients: [{ hostId: OTHER_ID }] },
        over: {
          hosts: (['server', 'client'] as const).map((role) => ({
            ...(own as MeasuredHost),
            hostId: role === 'server' ? HOST_ID : OTHER_ID,
            roles: [role],
            facts: { ...FACTS, bootId: role === 'server' ? 'one' : bootId },
          })),
        },
      });
    expect(sentence([a, onTwo('two')], 'one-machine')).toBe(
      'Target and load generator shared one machine in A, in B not: each took CPU time from the other. Drive the load from a second machine.',
    );
    expect(sentence([a, onTwo('one')], 'one-machine')).toContain(
      'Target and load generator shared one machine in A and B: each took CPU time from the other. Drive the load from a second machine.',
    );
    expect(sentence([onTwo('two'), { ...onTwo('two'), id: 'a' }], 'one-machine')).toBeUndefined();
    expect(sentence([onTwo('two'), sampleRun({ id: 'a', points: [null, null] })], 'one-machine')).toBeUndefined();
  });

  it('names hosts that differ, by id when their names do not', () => {
    const host = {
      hostId: OTHER_ID,
      name: 'lab-1',
      roles: ['server' as const, 'client' as const],
      agentVersion: '0.1.0',
      facts: FACTS,
      described: null,
    };
    const b = sampleRun({
      id: 'b',
      spec: { server: { hostId: OTHER_ID, address: null }, clients: [{ hostId: OTHER_ID }] },
      over: { hosts: [host] },
    });
    expect(sentence([a, b], 'hosts-differ')).toContain(
      'A: both on lab-1 (id ends in aaaa); B: both on lab-1 (id ends in bbbb)',
    );
    const apart = sampleRun({
      id: 'b',
      spec: { clients: [{ hostId: OTHER_ID }] },
      over: {
        hosts: [
          { ...host, hostId: HOST_ID, roles: ['server'] },
          { ...host, name: 'lab-2', roles: ['client'] },
        ],
      },
    });
    expect(sentence([a, apart], 'hosts-differ')).toContain('A: both on lab-1; B: target on lab-1, load from lab-2');
  });

  it('knows the host of a target by address that a client reached on its own machine', () => {
    const unseen = samplePoint({ serverCpuUsPerRequest: null, serverRequests: null });
    const reached = (address: string) =>
      sampleRun({
        id: 'b',
        spec: { target: { kind: 'external', origin: 'http://127.0.0.1:5055' }, server: null },
        points: [unseen, unseen],
        over: {
          hosts: a.hosts.map((host) => ({ ...host, roles: ['client' as const] })),
          target: {
            ...{ url: 'http://127.0.0.1:5055', command: [], version: '', workers: null, goMaxProcsPerWorker: null },
            ...{ cpus: null, resolved: [{ hostId: HOST_ID, addresses: [address] }] },
          },
        },
      });
    const here = [a, reached('127.0.0.1')];
    expect(sentence(here, 'hosts-differ')).toBeUndefined();
    expect(sentence(here, 'one-machine')).toContain('shared one machine in A and B:');
    expect(sentence(here, 'side-unobserved')).toContain(
      'Name the target in the configuration file of lab-1, and rerun against it there.',
    );
    expect(sentence(here, 'changed-more-than-one-thing') ?? '').not.toContain('NIC');
    const settings = compareRuns(here, 'a').settings.filter(({ same }) => !same);
    expect(settings.find(({ path }) => path === 'target.version')?.values).toEqual(['0.1.0', null]);
    expect(settings.map(({ label }) => label.toLowerCase())).not.toContain('target and load generator');
    const elsewhere = [a, reached('192.0.2.7')];
    expect(sentence(elsewhere, 'hosts-differ')).toContain('A: both on lab-1; B: load from lab-1');
    expect(sentence(elsewhere, 'side-unobserved')).toContain('Install an agent on the target’s host.');
  });

  it('looks for no cause where no difference is shown', () => {
    const b = sampleRun({
      id: 'b',
      spec: { ...prefork, requests: [plainGet('/read', 1)] },
      load: { steps: [step(77), step(78)] },
    });
    expect(sentence([a, b], 'changed-more-than-one-thing')).toMatch(
      /\. No difference is shown; change one at a time\.$/,
    );
  });

  it('names tools that differ, and latencies of another kind', () => {
    const facts = { ...FACTS, tools: [...FACTS.tools, tool('wrk', '4.2.0')] };
    const corrected = samplePoint({ latencyMs: latency({ loop: 'synthetic', resolutionUs: 1 }) });
    const b = sampleRun({
      id: 'b',
      load: { tool: 'wrk' },
      points: [corrected, corrected],
      over: { hosts: a.hosts.map((host) => ({ ...host, facts })) },
    });
    expect(sentence([a, b], 'tools-differ')).toContain('(A: autocannon 9.0.0; B: wrk 4.2.0)');
    expect(sentence([a, b], 'loops-differ')).toContain('(A: closed loop; B: corrected afterwards)');
    // The version of another tool is no second change.
    expect(sentence([a, b], 'changed-more-than-one-thing')).toBeUndefined();
  });

  it('names steps that lasted differently long, and steps without a counterpart', () => {
    const b = sampleRun({ id: 'b', load: { steps: [step(10, { durationSeconds: 30 }), step(99, { pipelining: 4 })] } });
    expect(sentence([a, b], 'durations-differ')).toContain('10 connections (A: 5 s; B: 30 s)');
    const unsaid: Run = {
      ...b,
      steps: b.steps.map((one) => ({ ...one, spec: { ...one.spec, durationSeconds: null } })),
    };
    expect(sentence([a, unsaid], 'durations-differ')).toBeUndefined();
    expect(sentence([a, b], 'steps-unmatched')).toContain(
      'A has no step at 99 connections × 4 deep; B has no step at 50 connections:',
    );
  });

  it('says which side lacks which figure, and where', () => {
    const unseen = samplePoint({ serverCpuUsPerRequest: null, serverRequests: null });
    const b = sampleRun({ id: 'b', points: [samplePoint(), unseen] });
    expect(sentence([a, b], 'side-unobserved')).toContain(
      'B lacks server CPU per request at 50 connections and the server’s own count at 50 connections: not compared there. Check that the hosts were sampled, and rerun.',
    );
    const c = sampleRun({ id: 'b', points: [0, 1].map(() => samplePoint({ clientCpuUsPerRequest: null })) });
    expect(sentence([a, c], 'side-unobserved')).toContain(
      'B lacks client CPU per request in every step: not compared there. Check that the hosts were sampled, and rerun.',
    );
    expect(sentence([a, c, { ...c, id: 'c' }], 'side-unobserved')).toContain(
      'B and C each lack client CPU per request in every step:',
    );
  });

  it('misses no count of a target that does not count, but its CPU time', () => {
    const named = { target: { kind: 'named' as const, name: 'shop', tls: false, parameters: [] } };
    const uncounted = (over: Partial<ReturnType<typeof samplePoint>> = {}) =>
      sampleRun({
        id: 'b',
        spec: named,
        points: [0, 1].map(() => samplePoint({ serverRequests: null, ...over })),
      });
    expect(sentence([a, uncounted()], 'side-unobserved')).toBeUndefined();
    expect(sentence([a, uncounted({ serverCpuUsPerRequest: null })], 'side-unobserved')).toContain(
      'B lacks server CPU per request in every step: not compared there. Check that the hosts were sampled, and rerun.',
    );
  });

  const ended: [string, Partial<Pick<Run, 'state' | 'failure'>>, (null | ReturnType<typeof samplePoint>)[], string][] =
    [
      ['canceled', { state: 'canceled' }, [samplePoint(), null], 'B was canceled with 1 of 2 steps measured'],
      [
        'failed',
        { state: 'failed', failure: { code: 'x', sentence: 'The agent on lab-1 was lost.' } },
        [null, null],
        'B failed with 0 of 2 steps measured (The agent on lab-1 was lost)',
      ],
      [
        'under way',
        { state: 'measuring' },
        [samplePoint(), null],
        'B is still under way (measuring, 1 of 2 steps measured)',
      ],
      ['finished in part', {}, [samplePoint(), null], 'B finished with 1 of 2 steps measured'],
    ];
  it.each(ended)('says of a run that is %s what it holds', (_name, over, points, expected) => {
    expect(sentence([a, sampleRun({ id: 'b', points, over })], 'run-incomplete')).toContain(expected);
  });
});
