import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../contract/host.ts';
import type { RunSpec } from '../contract/spec.ts';
import { apart, FACTS, nic, specFor } from '../testing/fake-agent.ts';
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
      'spec.load.tool: autocannon is not installed on cli; install it there by `npm install --global autocannon`; its agent finds it within seconds.',
    ]);
    const { load } = specFor(S);
    expect(check({ ...apart(S, C), load: { ...load, tool: 'wrk' } })).toEqual([
      'spec.load.tool: wrk is not installed on cli; install it there by `apt-get install wrk` on Debian and Ubuntu; its agent finds it within seconds.',
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
      'spec.load.toolWorkers: 5 workers on 1 CPUs would measure their scheduling; use at most 4.',
    ]);
  });

  it('have to be known', () => {
    expect(check(apart('nobody', C))).toEqual(['spec.server.hostId: No such host; choose one from the hosts page.']);
    expect(check(apart(S, 'nobody'))).toEqual(['spec.clients.0.hostId: No such host; choose one from the hosts page.']);
  });
});
