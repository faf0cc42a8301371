import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { FACTS, specFor } from '../../testing/fake-agent.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';
import { checkSpec } from './spec-check.ts';

const ORIGIN = 'http://staging.example.org';
const SECURE = 'https://staging.example.org';
const TLS = { serverName: null, verify: 'host', resume: false } as const;

function external(over: Partial<RunSpec> = {}, load: Partial<RunSpec['load']> = {}): RunSpec {
  const spec = specFor('c');
  return {
    ...spec,
    server: null,
    target: { kind: 'external', origin: ORIGIN },
    load: { ...spec.load, ...load },
    ...over,
  };
}

const host = (facts: Partial<HostFacts>): HostFacts => ({ ...FACTS, ...facts });
const hosts = (one: Partial<HostFacts> = { addresses: [ORIGIN] }, other: Partial<HostFacts> = one) =>
  new Map([
    ['c', { name: 'cli', facts: host(one) }],
    ['d', { name: 'clj', facts: host(other) }],
  ]);
const check = (spec: RunSpec, known = hosts()) => checkSpec(spec, known).map((f) => `${f.path}: ${f.message}`);

describe('a target without an agent', () => {
  it('may be asked where the files of all its clients allow it', () => {
    expect(check(external())).toEqual([]);
    expect(check(external({ clients: [{ hostId: 'c' }, { hostId: 'd' }] }))).toEqual([]);
  });

  it('is refused for each client whose file lacks it, by name', () => {
    const both = external({ clients: [{ hostId: 'c' }, { hostId: 'd' }] });
    expect(check(both, hosts({ addresses: [ORIGIN] }, { addresses: ['http://10.0.0.5:8080'] }))).toEqual([
      `spec.target.origin: The configuration file of clj does not let it load ${ORIGIN} (it allows http://10.0.0.5:8080); add it there under addresses.`,
    ]);
    expect(check(external(), hosts({ addresses: [] }))[0]).toContain('(it allows none)');
    expect(check(external(), hosts({ addresses: undefined }))).toEqual([
      'spec.target.origin: The agent of cli is too old for targets without an agent; update it there.',
    ]);
  });

  it('has no host, and nothing is set or profiled there', () => {
    const { tuning, load } = external();
    const [step] = load.steps;
    if (!step) throw new Error('no step');
    const told = check(
      external({
        server: { hostId: 'd', address: null },
        tuning: { ...tuning, targetCpus: '0', server: NO_TUNING },
        load: { ...load, steps: [{ ...step, profiles: ['on-cpu'] }] },
      }),
    );
    expect(told).toEqual([
      `spec.server: No agent is known at ${ORIGIN}, so it has no host here: leave the server out (null), or choose a target of that host.`,
      `spec.tuning.server: No agent is known at ${ORIGIN}, so nothing can be set there; leave the server’s tuning out (null).`,
      `spec.tuning.targetCpus: No agent is known at ${ORIGIN}, so its CPUs stay as they are; leave the target’s CPUs out (null).`,
      `spec.load.steps.0.profiles: No agent is known at ${ORIGIN}, so no profile can be taken there; leave profiles out.`,
    ]);
  });

  it('is sent no request in the name of a site that the files lack', () => {
    const host = (value: string | null, secret: string | null = null) => ({ name: 'hosT', value, secret });
    const told = (header: ReturnType<typeof host>, known = hosts()) => {
      const requests = external().requests.map((request) => ({ ...request, headers: [header] }));
      // What the tool can send, and which variables there are, is looked at elsewhere.
      return check(external({ requests }), known).filter((fault) => fault.includes('no origin of'));
    };
    const both = hosts({ addresses: [ORIGIN, 'https://shop.example.org:8443'] });
    expect(told(host('shop.example.org'))).toEqual([
      `spec.requests.0.headers.0.value: The configuration file of cli has no origin of shop.example.org, and another site behind ${ORIGIN} may answer to that name; add the origin there under addresses, or leave the name out.`,
    ]);
    for (const value of ['Shop.example.org', 'shop.example.org:8443', 'staging.example.org']) {
      expect(told(host(value), both)).toEqual([]);
    }
    for (const value of ['{{site}}', 'shop.example.org@www.example.org', 'shop.example.org/x', 'www.example.org']) {
      expect(told(host(value), both)).toHaveLength(1);
    }
    expect(told(host(null, 'TOKEN'), both)[0]).toContain('no origin of what a secret names');
    const https = external(
      { target: { kind: 'external', origin: SECURE } },
      { tls: { ...TLS, serverName: 'www.example.org' } },
    );
    expect(check(https, hosts({ addresses: [SECURE] }))[0]).toMatch(
      /^spec\.load\.tls\.serverName: The configuration file of cli has no origin of www\.example\.org/,
    );
  });

  it('speaks TLS by its scheme', () => {
    const https = external({ target: { kind: 'external', origin: SECURE } });
    expect(check(https, hosts({ addresses: [SECURE] }))[0]).toMatch(/^spec\.load\.tls: The target speaks TLS/);
    expect(check(external({}, { tls: TLS }))[0]).toMatch(/^spec\.load\.tls: The target does not speak TLS/);
  });
});

it('every other target needs the host that it runs on', () => {
  expect(check({ ...specFor('c'), server: null })).toEqual([
    'spec.server: This target runs on a host; name that, or choose an address without an agent (external) as the target.',
  ]);
});
