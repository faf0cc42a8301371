import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { FACTS, reference, specFor } from '../../testing/fake-agent.ts';
import { step } from '../../testing/sample-run.ts';
import { plainGet } from '../requests/plain-request.ts';
import { sendingFaults, targetFaults } from './target-check.ts';

const known = { name: 'my-server', port: 9000, healthPath: '/health', profiles: false };
const faults = (over: Partial<RunSpec>, facts: Partial<HostFacts> = {}) =>
  [{ ...specFor('s'), ...over }]
    .flatMap((spec) => [...targetFaults(spec, { name: 'srv', facts: { ...FACTS, ...facts } }), ...sendingFaults(spec)])
    .map(({ path, message }) => `${path}: ${message}`);
const asked = (...paths: string[]) => ({
  requests: paths.map((path) => plainGet(path)),
});

describe('a named target', () => {
  const target = { kind: 'named' as const, name: 'my-server', tls: false, parameters: [] };

  it('is in the configuration file of its host', () => {
    expect(faults({ target }, { targets: [known] })).toEqual([]);
    expect(faults({ target }, { targets: [{ ...known, name: 'other' }] })).toEqual([
      'spec.target.name: The configuration file of srv names no target my-server (it names other); add it there under targets.',
    ]);
    expect(faults({ target })).toEqual([
      'spec.target.name: The configuration file of srv names no target my-server (it names none); add it there under targets.',
    ]);
  });

  it('is built from a revision exactly where its host states a source, by an agent that can', () => {
    const source = { repository: '/srv/git/shop.git', branch: 'main', timeoutSeconds: 600 };
    const revised = { target: { ...target, revision: 'a1b2c3d4'.repeat(5) } };
    const built = { targets: [{ ...known, source }], skills: ['target-revisions'] };
    expect(faults(revised, built)).toEqual([]);
    expect(faults({ target }, { targets: [known] })).toEqual([]);
    expect(faults({ target: { ...target, revision: null } }, built)).toEqual([
      'spec.target.revision: my-server of srv is built from its source; choose a revision: a commit by its whole SHA.',
    ]);
    expect(faults(revised, { targets: [known], skills: ['target-revisions'] })).toEqual([
      'spec.target.revision: The configuration file of srv states no source of my-server, so no revision of it can be built; state its source there, or leave the revision out.',
    ]);
    expect(faults(revised, { targets: [known], skills: ['target-tls'] })).toEqual([
      'spec.target.revision: The agent of srv is too old to build revisions of targets; update it there.',
    ]);
  });

  it('is given only values that the file declares of its parameters, each once', () => {
    const workers = { name: 'workers', values: ['1', '2'], default: '1' };
    const chosen = (...values: [string, string][]) => ({
      target: { ...target, parameters: values.map(([name, value]) => ({ name, value })) },
    });
    const declared = { targets: [{ ...known, parameters: [workers] }] };
    expect(faults(chosen(['workers', '2']), declared)).toEqual([]);
    expect(faults(chosen(['workers', '3']), declared)).toEqual([
      'spec.target.parameters.0.value: The configuration file of srv allows 1, 2 for workers, not 3; choose one of these or declare it there.',
    ]);
    expect(faults(chosen(['workers', '1'], ['workers', '2']), declared)).toEqual([
      'spec.target.parameters.1.name: The parameter workers is set twice; set it once.',
    ]);
    // An agent of before would start the target without it, and says of no target that it has any.
    expect(faults(chosen(['workers', '2']), { targets: [known] })).toEqual([
      'spec.target.parameters.0.name: The target my-server of srv has no parameter workers (it has none); declare it in the configuration file there.',
    ]);
  });

  it('answers routes of its own', () => {
    expect(faults({ target, ...asked('/mine?q=1') }, { targets: [known] })).toEqual([]);
  });
});

describe('a target that listens already', () => {
  const target = { kind: 'listening' as const, port: 8080, tls: false };

  it('listens on a port that the configuration file allows', () => {
    expect(faults({ target }, { listeningPorts: [8080] })).toEqual([]);
    expect(faults({ target }, { listeningPorts: [9000, 9001] })).toEqual([
      'spec.target.port: The configuration file of srv does not allow port 8080 as a target (it allows 9000, 9001); add it there under listeningPorts.',
    ]);
  });

  it('keeps its own CPUs', () => {
    const tuning = { targetCpus: '0-1', server: null, clients: null };
    expect(faults({ target, tuning }, { listeningPorts: [8080] })).toEqual([
      'spec.tuning.targetCpus: The agent did not start the server on port 8080, so it does not change its CPUs; leave the target’s CPUs out, or name it as a target in the configuration file of srv.',
    ]);
  });
});

describe('requests', () => {
  it('of the reference server are those it answers', () => {
    expect(faults(asked('/simple', '/read', '/read-gz', '/list', '/compute'))).toEqual([]);
    expect(faults(asked('/read', '/reed'))).toEqual([
      'spec.requests.1.path: The reference server has no route /reed; choose one of /simple, /read, /read-gz, /list, /compute, /db-read, /db-write, /db-query, /cache-read, /downstream.',
    ]);
  });

  it('ask for each path once', () => {
    expect(faults(asked('/read', '/list', '/read'))).toEqual([
      'spec.requests.2.path: /read is asked for twice; give one request the weight of both.',
    ]);
  });
});

describe('profiles', () => {
  const withSteps = (...steps: StepSpec[]) => ({ load: { ...specFor('s').load, steps } });
  const profiled = withSteps(step(10), step(10, { profiles: ['cpu', 'heap'] }));

  it('are taken of the reference server, and of a named target that says where they are', () => {
    expect(faults(profiled)).toEqual([]);
    expect(faults({ ...profiled, target: reference({ framework: 'nethttp' }) })).toEqual([]);
    const target = { kind: 'named' as const, name: 'my-server', tls: false, parameters: [] };
    expect(faults({ ...profiled, target }, { targets: [{ ...known, profiles: true }] })).toEqual([]);
    expect(faults({ ...profiled, target }, { targets: [known] })).toEqual([
      'spec.load.steps.1.profiles: The configuration file of srv does not say where the profiles of my-server are; add its pprofUrl there, or take only the on-CPU profile of the host.',
    ]);
  });

  it('are nowhere where something listens already', () => {
    expect(
      faults({ ...profiled, target: { kind: 'listening', port: 8080, tls: false } }, { listeningPorts: [8080] }),
    ).toEqual([
      'spec.load.steps.1.profiles: The address of the profiles of port 8080 is unknown; name it as a target with a pprofUrl in the configuration file of srv, or take only the on-CPU profile of the host.',
    ]);
  });

  it('are of the host where they are on-CPU, whatever the target is', () => {
    const onCpu = withSteps(step(10), step(10, { profiles: ['on-cpu'] }));
    const listening = { kind: 'listening' as const, port: 8080, tls: false };
    expect(faults({ ...onCpu, target: listening }, { listeningPorts: [8080] })).toEqual([]);
    const named = { kind: 'named' as const, name: 'my-server', tls: false, parameters: [] };
    expect(faults({ ...onCpu, target: named }, { targets: [known] })).toEqual([]);
  });

  it('are each asked for once, of a step that lasts beyond its edges', () => {
    expect(faults(withSteps(step(10, { profiles: ['cpu', 'cpu'], durationSeconds: 2 })))).toEqual([
      'spec.load.steps.0.profiles: The profile cpu is asked for twice; name each kind once.',
      'spec.load.steps.0.durationSeconds: Profiles leave out a second at each end of a step, so 2 s are too short; use at least 3.',
    ]);
    expect(faults(withSteps(step(10, { profiles: ['cpu'], durationSeconds: 3 })))).toEqual([]);
  });
});

it('the reference server speaks HTTP/2 in one framework alone', () => {
  const { load } = specFor('s', { protocol: 'h2' });
  const by = (framework: 'fiber' | 'fasthttp' | 'nethttp') => faults({ load, target: reference({ framework }) });
  const fault =
    'spec.load.protocol: The reference server speaks HTTP/2 only in net/http; choose that framework, or HTTP/1.1.';
  expect([by('fiber'), by('fasthttp'), by('nethttp')]).toEqual([[fault], [fault], []]);
});
