import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { HostTuning } from '../../contract/tuning.ts';
import { apart, closedStep, FACTS, nic, openStep, specFor } from '../../testing/fake-agent.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';
import { checkSpec } from './spec-check.ts';

const S = 'the-server';
const C = 'the-client';

const hosts = (server: Partial<HostFacts> = {}, client: Partial<HostFacts> = {}) =>
  new Map([
    [S, { name: 'srv', facts: { ...FACTS, bootId: 's', nics: [nic('eth0', ['192.0.2.5/24'])], ...server } }],
    [C, { name: 'cli', facts: { ...FACTS, bootId: 'c', nics: [nic('eth0', ['192.0.2.9/24'])], ...client } }],
  ]);
const check = (spec: RunSpec, known = hosts()) => checkSpec(spec, known).map((f) => `${f.path}: ${f.message}`);

describe('two hosts', () => {
  it('are as good as one', () => {
    expect(check(apart(S, C))).toEqual([]);
    expect(check(specFor(S))).toEqual([]);
  });

  it('need an address of the server', () => {
    expect(check(apart(S, C), hosts({ nics: [] }))).toEqual([
      'spec.server.address: srv has no address that another host could reach: its agent found none. Give it one and restart its agent.',
    ]);
    expect(check(apart(S, C, '192.0.2.9'))).toEqual([
      'spec.server.address: srv has no address 192.0.2.9; its agent found 192.0.2.5.',
    ]);
  });

  it("need the tool on the client's host, and no tool on the server's", () => {
    expect(check(apart(S, C), hosts({ tools: [] }))).toEqual([]);
    expect(check(apart(S, C), hosts({}, { tools: [] }))).toEqual([
      'spec.load.tool: autocannon is not installed on cli; install it there (with npm: `npm install --global autocannon`); the agent finds it within seconds.',
    ]);
    const { load } = specFor(S);
    expect(check({ ...apart(S, C), load: { ...load, tool: 'wrk' } })).toEqual([
      'spec.load.tool: wrk is not installed on cli; install it there (on Debian and Ubuntu: `apt-get install wrk`); the agent finds it within seconds.',
    ]);
  });

  it('have their CPUs checked each against its own list', () => {
    const spec = apart(S, C);
    const wide = {
      ...spec,
      tuning: { targetCpus: '4-7', server: null, clients: null },
      load: { ...spec.load, toolCpus: '8' },
    };
    const known = hosts({ onlineCpus: '0-7' }, { onlineCpus: '0-3', cpus: 4 });
    expect(check(wide, known)).toEqual(['spec.load.toolCpus: cli has the CPUs 0-3, not 8.']);
    expect(check({ ...wide, tuning: { targetCpus: '8', server: null, clients: null } }, known)).toEqual([
      'spec.tuning.targetCpus: srv has the CPUs 0-7, not 8.',
      'spec.load.toolCpus: cli has the CPUs 0-3, not 8.',
    ]);
    const workers = { ...spec, load: { ...spec.load, toolWorkers: 10 } };
    expect(check(workers, hosts({ cpus: 1 }, { cpus: 4 }))).toEqual([]);
    expect(check({ ...workers, load: { ...workers.load, toolWorkers: 5 } }, hosts({}, { cpus: 1 }))).toEqual([
      'spec.load.toolWorkers: 5 workers on 1 CPU would measure their scheduling; use at most 4.',
    ]);
  });

  it('have to be known', () => {
    expect(check(apart('nobody', C))).toEqual(['spec.server.hostId: No such host; choose one from the hosts page.']);
    expect(check(apart(S, 'nobody'))).toEqual(['spec.clients.0.hostId: No such host; choose one from the hosts page.']);
  });
});

describe('several clients', () => {
  const D = 'another-client';
  const E = 'elsewhere';
  const three = () =>
    new Map([
      ...hosts(),
      [D, { name: 'cli-2', facts: { ...FACTS, bootId: 'd', nics: [nic('eth0', ['192.0.2.10/24'])] } }],
      [
        E,
        { name: 'cli-3', facts: { ...FACTS, bootId: 'e', onlineCpus: '0-1', nics: [nic('eth0', ['192.0.2.11/24'])] } },
      ],
    ]);
  const many = (...ids: string[]) => ({ ...apart(S, C), clients: ids.map((hostId) => ({ hostId })) });
  const loaded = (spec: RunSpec, load: Partial<RunSpec['load']>) => ({ ...spec, load: { ...spec.load, ...load } });

  it('may have the target’s host among them', () => {
    expect(check(many(C, D), three())).toEqual([]);
    expect(check(many(S, C, D), three())).toEqual([]);
    const unknownBoots = new Map(
      [...three()].map(([id, host]) => [id, { ...host, facts: { ...host.facts, bootId: '' } }]),
    );
    expect(check(many(S, C), unknownBoots)).toEqual([]);
  });

  it('are each known, and named once', () => {
    expect(check(many(C, 'nobody', D, C), three())).toEqual([
      'spec.clients.1.hostId: No such host; choose one from the hosts page.',
      'spec.clients.3.hostId: cli is a client of this run already; name each host once.',
    ]);
  });

  it('reach one address of the target', () => {
    const behindNat = three();
    behindNat.set(D, { name: 'cli-2', facts: { ...FACTS, bootId: 'd', nics: [nic('eth0', ['192.0.2.5/24'])] } });
    expect(check(many(C, D), behindNat)).toEqual([
      'spec.server.address: srv has no address that another host could reach: its agent found 192.0.2.5. Give it one and restart its agent.',
    ]);
  });

  it('are each able to do what is asked, said once where all lack it', () => {
    const known = three();
    known.set(D, {
      name: 'cli-2',
      facts: { ...FACTS, bootId: 'd', nics: [nic('eth0', ['192.0.2.10/24'])], tools: [] },
    });
    expect(check(many(C, D), known)).toEqual([
      expect.stringMatching(/^spec\.load\.tool: autocannon is not installed on cli-2;/),
    ]);
    expect(check(loaded(many(C, D), { steps: [openStep(1000)] }), three())).toHaveLength(1);
    expect(check(loaded(many(C, E), { toolCpus: '0-2' }), three())).toEqual([
      'spec.load.toolCpus: cli-3 has the CPUs 0-1, not 2.',
    ]);
  });

  it('have tuning of their own unless they are the target’s host', () => {
    const tuning = { targetCpus: null, server: null, clients: { ...NO_TUNING, nic: 'eth7' } };
    expect(check({ ...many(S, C, D), tuning }, three())).toEqual([
      'spec.tuning.clients.nic: cli has no NIC eth7; its agent found eth0.',
      'spec.tuning.clients.nic: cli-2 has no NIC eth7; its agent found eth0.',
    ]);
  });

  it('get at least one connection and one request per second each', () => {
    expect(check(loaded(many(C, D, E), { steps: [closedStep(2)] }), three())).toEqual([
      'spec.load.steps.0.connections: 2 connections cannot be shared by 3 clients; use at least 3, or fewer clients.',
    ]);
    expect(check(loaded(many(C, D), { tool: 'volley', steps: [openStep(1, { connections: 1 })] }), three())).toEqual([
      'spec.load.steps.0.connections: 1 connection cannot be shared by 2 clients; use at least 2, or fewer clients.',
      'spec.load.steps.0.requestsPerSecond: 1 request per second cannot be shared by 2 clients; use at least 2, or fewer clients.',
    ]);
  });

  it('get a connection for each worker: of 12 by CPUs, 4 to 2, the smaller one has 4', () => {
    const slow = openStep(1, { connections: 64 });
    expect(check(loaded(many(C, D), { tool: 'volley', toolWorkers: 2, steps: [slow] }), three())).toEqual([
      'spec.load.steps.0.requestsPerSecond: 1 request per second cannot be shared by 2 clients; use at least 2, or fewer clients.',
    ]);
    expect(check(loaded(many(C, E), { toolWorkers: 4, steps: [closedStep(12)] }), three())).toEqual([]);
    expect(check(loaded(many(C, E), { toolWorkers: 4, steps: [closedStep(11)] }), three())).toEqual([]);
    expect(check(loaded(many(C, E), { toolWorkers: 4, steps: [closedStep(10)] }), three())).toEqual([
      'spec.load.steps.0.connections: Of 10 connections cli-3 gets 3, too few for its 4 tool workers; use more connections, or fewer workers.',
    ]);
  });
});

describe('workers of a single step', () => {
  it('stand in the place of those of the load profile', () => {
    const own = (toolWorkers: number) => specFor(S, { toolWorkers: 1, steps: [closedStep(3, { toolWorkers })] });
    expect(check(own(3))).toEqual([]);
    expect(check(own(4))).toEqual([
      'spec.load.steps.0.connections: 3 connections cannot be shared by 4 tool workers; use at least 4.',
    ]);
    expect(check(own(17))).toEqual([
      'spec.load.steps.0.toolWorkers: 17 workers on 4 CPUs would measure their scheduling; use at most 16.',
    ]);
  });
});

describe('tuning', () => {
  const four = { onlineCpus: '0-3', cpus: 4 };
  const faults = (over: Partial<RunSpec['tuning']>, spec = apart(S, C), known = hosts(four, four)) =>
    check({ ...spec, tuning: { targetCpus: null, server: null, clients: null, ...over } }, known);
  const everywhere = (cpus: string): Partial<HostTuning> => ({
    interruptAffinity: { cpus, spread: 'all' },
    packetSteering: { cpus },
    transmitSteering: { cpus, spread: 'one-to-one' },
  });
  const tuning = (over: Partial<HostTuning>): HostTuning => ({ ...NO_TUNING, ...over });

  it('that the facts allow is no fault, also of interrupts that they do not show', () => {
    const fine = tuning({ nic: 'eth0', ...everywhere('0-3'), sysctls: [{ name: 'vm.swappiness', value: '1' }] });
    expect(faults({ targetCpus: 'last 2', server: fine, clients: fine })).toEqual([]);
    for (const words of ['all', 'nic-local', 'first 4', 'not target']) {
      expect(faults({ targetCpus: '0', server: tuning(everywhere(words)) })).toEqual([]);
    }
    expect(faults({ server: tuning({ packetSteering: { cpus: 'none' } }) })).toEqual([]);
  });

  it('of clients has no host where the target’s host drives the load', () => {
    expect(faults({ clients: tuning({}) }, specFor(S))).toEqual([
      'spec.tuning.clients: srv is the target’s host and drives the load too: put its tuning under server.',
    ]);
  });

  it('names NICs and CPUs that its own host has', () => {
    expect(faults({ server: tuning({ nic: 'eth9' }), clients: tuning({ nic: 'lo' }) })).toEqual([
      'spec.tuning.server.nic: srv has no NIC eth9; its agent found eth0.',
      'spec.tuning.clients.nic: cli has no NIC lo; its agent found eth0.',
    ]);
    const wide = hosts({ onlineCpus: '0-127', cpus: 128 }, four);
    expect(faults({ server: tuning(everywhere('200')) }, apart(S, C), wide)).toEqual([
      'spec.tuning.server.interruptAffinity.cpus: srv has the CPUs 0-127, not 200.',
      'spec.tuning.server.packetSteering.cpus: srv has the CPUs 0-127, not 200.',
      'spec.tuning.server.transmitSteering.cpus: srv has the CPUs 0-127, not 200.',
    ]);
    expect(faults({ clients: tuning({ packetSteering: { cpus: '4' } }) }, apart(S, C), wide)).toEqual([
      'spec.tuning.clients.packetSteering.cpus: cli has the CPUs 0-3, not 4.',
    ]);
  });

  it('asks for no more CPUs in words than there are', () => {
    expect(faults({ targetCpus: 'last 16', server: tuning({ packetSteering: { cpus: 'first 5' } }) })).toEqual([
      'spec.tuning.targetCpus: srv has 4 CPUs, not the 16 of "last 16".',
      'spec.tuning.server.packetSteering.cpus: srv has 4 CPUs, not the 5 of "first 5".',
    ]);
  });

  it('leaves CPUs to what is kept off the target', () => {
    const rest = tuning({ packetSteering: { cpus: 'not target' } });
    expect(faults({ server: rest })).toEqual([
      'spec.tuning.server.packetSteering.cpus: "not target" leaves no CPU of srv while the target may use every CPU; give the target CPUs of its own.',
    ]);
    expect(faults({ clients: rest })).toEqual([]);
    expect(faults({ targetCpus: 'not target' })).toEqual([
      'spec.tuning.targetCpus: The target cannot avoid its own CPUs; write a list such as 0-3, or last 16.',
    ]);
    const tool = { ...specFor(S), load: { ...specFor(S).load, toolCpus: 'not target' } };
    expect(faults({}, tool)).toHaveLength(1);
    expect(faults({ targetCpus: '0-1' }, tool)).toEqual([]);
  });

  it('has one value for each sysctl', () => {
    const twice = ['1', '2'].map((value) => ({ name: 'vm.swappiness' as const, value }));
    expect(faults({ server: tuning({ sysctls: twice }) })).toEqual([
      'spec.tuning.server.sysctls.1.name: vm.swappiness is set twice; keep one of them.',
    ]);
  });
});
