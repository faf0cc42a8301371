import { describe, expect, it } from 'vitest';
import { apart, specFor } from '../testing/fake-agent.ts';
import { NO_TUNING } from '../testing/fake-tuning.ts';
import { type CommandContext, commandBody } from './command-body.ts';
import type { CommandDraft } from './run-machine.ts';

const context: CommandContext = {
  runId: 'r',
  commandId: 'c',
  spec: apart('s', 'c'),
  lease: { ttlMs: 60_000, guardMs: 15_000 },
  port: 9000,
  listen: '2001:db8::5',
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

it('one host has both roles', () => {
  const one = { ...context, spec: specFor('s') };
  expect(commandBody(draft({ type: 'prepare' }), one)).toMatchObject({ roles: ['server', 'client'] });
});
