import { describe, expect, it } from 'vitest';
import { apart, closedStep, FACTS, specFor } from '../../testing/fake-agent.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';
import { type CommandContext, commandBody, START_LEAD_US } from './command-body.ts';
import type { CommandDraft } from './run-machine.ts';

const context: CommandContext = {
  runId: 'r',
  commandId: 'c',
  spec: apart('s', 'c'),
  steps: apart('s', 'c').load.steps,
  clients: [{ hostId: 'c', facts: FACTS }],
  nowUs: 1_000_000,
  lease: { ttlMs: 60_000, guardMs: 15_000 },
  port: 9000,
  listen: '2001:db8::5',
  apart: null,
  target: {
    url: 'http://[2001:db8::5]:9000',
    command: ['server'],
    version: '1',
    workers: 1,
    goMaxProcsPerWorker: 1,
    cpus: null,
  },
};
const draft = (over: Partial<CommandDraft>): CommandDraft => ({
  hostId: 's',
  type: 'stop',
  stepIndex: null,
  phase: null,
  ...over,
});

describe('the commands of two hosts', () => {
  it('prepare and start the target on the one address', () => {
    expect(commandBody(draft({ type: 'prepare' }), context)).toMatchObject({
      roles: ['server'],
      listen: '2001:db8::5',
    });
    expect(commandBody(draft({ type: 'prepare', hostId: 'c' }), context)).toMatchObject({ roles: ['client'] });
    expect(commandBody(draft({ type: 'start-target' }), context)).toMatchObject({
      listen: '2001:db8::5',
      target: { port: 9000 },
    });
  });

  it('tune each host by its own part, with the CPUs of the target where the target is', () => {
    const server = { ...NO_TUNING, mtuBytes: 9001 };
    const clients = { ...NO_TUNING, cpuTurbo: false };
    const spec = { ...context.spec, tuning: { targetCpus: '8-15', server, clients } };
    const apply = (hostId: string) => commandBody(draft({ type: 'apply-tuning', hostId }), { ...context, spec });
    expect(apply('s')).toMatchObject({ tuning: server, targetCpus: '8-15', address: '2001:db8::5' });
    expect(apply('c')).toMatchObject({ tuning: clients, targetCpus: null, address: '2001:db8::5' });
  });

  it('drive load at what the target said of itself', () => {
    const load = draft({ type: 'drive-load', hostId: 'c', stepIndex: 1, phase: 'measure' });
    expect(commandBody(load, context)).toMatchObject({
      url: 'http://[2001:db8::5]:9000',
      share: { loop: 'closed', connections: 50, pipelining: 2 },
    });
  });

  it('open a window for as long as the load lasts, and close it', () => {
    const edge = (type: 'open-window' | 'close-window') =>
      commandBody(draft({ type, stepIndex: 1, phase: 'measure' }), context);
    expect(edge('open-window')).toEqual({
      commandId: 'c',
      runId: 'r',
      type: 'open-window',
      durationSeconds: 5,
      profiles: [],
    });
    expect(edge('close-window')).toEqual({ commandId: 'c', runId: 'r', type: 'close-window' });
  });
});

describe('the commands of a run with a backend host', () => {
  const spec = { ...context.spec, backend: { hostId: 'b', address: null } };
  const needs = { publicKey: `${'A'.repeat(43)}=`, databaseConnections: 40 };
  const started = { database: 'postgres://t@192.0.2.7:5001/postgres', cache: null, downstream: null, sealed: 'AAAA' };
  const body = (over: Partial<CommandDraft>, apartOf: Partial<CommandContext['apart']> = {}) =>
    commandBody(draft(over), { ...context, spec, apart: { address: '192.0.2.7', needs, started, ...apartOf } });

  it('carry the key to the one agent and the sealed box to the other', () => {
    expect(body({ type: 'prepare', hostId: 'b' })).toMatchObject({ roles: ['backend'], backendAddress: '192.0.2.7' });
    expect(body({ type: 'prepare' })).toMatchObject({ roles: ['server'], backendAddress: '192.0.2.7' });
    expect(body({ type: 'start-backends', hostId: 'b' })).toEqual({
      commandId: 'c',
      runId: 'r',
      type: 'start-backends',
      target: spec.target,
      address: '192.0.2.7',
      needs,
    });
    expect(body({ type: 'start-target' })).toMatchObject({ backends: started });
    expect(commandBody(draft({ type: 'start-target' }), context)).toMatchObject({ backends: null });
    expect(() => body({ type: 'start-backends', hostId: 'b' }, { needs: null })).toThrow('has said nothing');
  });

  it('leave that host as it is, and take no profiles there', () => {
    const tuning = { targetCpus: '0-1', server: NO_TUNING, clients: { ...NO_TUNING, cpuTurbo: false } };
    const steps = [closedStep(100, { profiles: ['cpu'] })];
    const all = { ...context, spec: { ...spec, tuning }, steps };
    expect(commandBody(draft({ type: 'apply-tuning', hostId: 'b' }), all)).toMatchObject({
      tuning: null,
      targetCpus: null,
    });
    const window = (hostId: string) =>
      commandBody(draft({ type: 'open-window', hostId, stepIndex: 0, phase: 'measure' }), all);
    expect(window('s')).toMatchObject({ profiles: ['cpu'] });
    expect(window('b')).toMatchObject({ profiles: [] });
  });
});

it('one host has both roles', () => {
  const one = { ...context, spec: specFor('s') };
  expect(commandBody(draft({ type: 'prepare' }), one)).toMatchObject({ roles: ['server', 'client'] });
});

describe('the load of several clients', () => {
  const hosts = ['s', 'c', 'd'].map((hostId, i) => ({
    hostId,
    facts: { ...FACTS, onlineCpus: i === 0 ? '0-1' : '0-3' },
  }));
  const steps = [closedStep(100, { profiles: ['cpu'] })];
  const spec = { ...apart('s', 'c'), clients: hosts.map(({ hostId }) => ({ hostId })) };
  const drive = (hostId: string, phase: 'warmup' | 'measure', clients = hosts) => {
    const body = commandBody(draft({ type: 'drive-load', hostId, stepIndex: 0, phase }), {
      ...context,
      spec,
      steps,
      clients,
    });
    if (body.type !== 'drive-load') throw new Error(body.type);
    return body;
  };

  it('is shared out by their CPUs', () => {
    expect(hosts.map(({ hostId }) => drive(hostId, 'measure').share)).toEqual([
      { loop: 'closed', connections: 20, pipelining: 1 },
      { loop: 'closed', connections: 40, pipelining: 1 },
      { loop: 'closed', connections: 40, pipelining: 1 },
    ]);
  });

  it('begins at one instant, warm-ups alike, and at once with one', () => {
    for (const phase of ['warmup', 'measure'] as const) {
      const instants = hosts.map(({ hostId }) => drive(hostId, phase).startAtUs);
      expect(new Set(instants)).toEqual(new Set([context.nowUs + START_LEAD_US]));
    }
    expect(drive('c', 'measure', hosts.slice(1, 2)).startAtUs).toBeNull();
  });

  it('carries the profiles where the target is, in a measured step alone', () => {
    expect(drive('s', 'measure').profiles).toEqual(['cpu']);
    expect(drive('s', 'warmup').profiles).toEqual([]);
    expect(drive('c', 'measure').profiles).toEqual([]);
    const window = draft({ type: 'open-window', stepIndex: 0, phase: 'measure' });
    expect(commandBody(window, { ...context, steps })).toMatchObject({ profiles: ['cpu'] });
  });

  it('is that of a step which a search has planned beyond the spec', () => {
    const more = [...context.steps, closedStep(77)];
    const load = draft({ type: 'drive-load', hostId: 'c', stepIndex: 2, phase: 'measure' });
    expect(commandBody(load, { ...context, steps: more })).toMatchObject({ share: { connections: 77 } });
  });
});
