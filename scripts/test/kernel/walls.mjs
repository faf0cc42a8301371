// @ts-check
import { describe, expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { instance } from './shared-instance.mjs';

/**
 * Limits that only a host of many CPUs has: one of them is full while the others idle. Other work on the machine stops
 * the guest's CPUs for moments that it does not see, while others wait for them. So each run may try a few times.
 */
const TRIES = 3;
const SECONDS = 10;
const TARGET_CPUS = '0-3';
const TOOL_CPUS = '4-7';

/** Of the first run that is as it should be, else of the last: a run that failed is no try. */
async function stepLimitedBy(wall, name, asked) {
  for (let attempt = 1; ; attempt++) {
    const found = await stepOf(name, asked);
    if (found.verdict.wall === wall || attempt === TRIES) return found;
  }
}

/** Target and tool in the guest, each on CPUs of its own. */
async function stepOf(name, { path, step, target, load = {} }) {
  const { id } = await instance.host();
  const spec = specFor(id, { path, steps: [step], tool: 'volley' });
  const created = await instance.client.createRun(name, {
    ...spec,
    target: { ...spec.target, ...target },
    tuning: { ...spec.tuning, targetCpus: TARGET_CPUS },
    load: { ...spec.load, toolCpus: TOOL_CPUS, ...load },
  });
  const run = await instance.client.finish(created.id);
  expect(run.failure).toBeNull();
  const [{ verdict, evidence }] = run.steps;
  console.log(`${name}: ${verdict.sentence}`);
  return { verdict, server: evidence.server, client: evidence.clients[0] };
}

describe('one CPU of many that is full', () => {
  it('by a target that can use no more: server-core', async () => {
    const { verdict, server } = await stepLimitedBy('server-core', 'one worker', {
      path: '/compute',
      step: closedStep(32, SECONDS),
      target: { framework: 'nethttp', workers: 1 },
    });
    expect([verdict.wall, verdict.confidence]).toEqual(['server-core', 'measured']);
    expect(server).toMatchObject({ cpus: 8, cpusAllowed: 4, hottestThread: { name: 'the only process' } });
    expect(server.cpu.idle).toBeGreaterThan(0.4);
  }, 240_000);

  // What it asks for costs the load generator far more than the target: to check what it gets, it decompresses it.
  it('by a load generator of one thread: client-thread', async () => {
    const { verdict, client } = await stepLimitedBy('client-thread', 'one thread', {
      path: '/read-gz',
      step: { ...closedStep(64, SECONDS), pipelining: 16 },
      target: { framework: 'fasthttp' },
      load: { toolWorkers: 1, decompress: true },
    });
    expect([verdict.wall, verdict.lowerBound]).toEqual(['client-thread', true]);
    expect(verdict.confidence).not.toBe('cannot-tell');
    expect(client).toMatchObject({ cpus: 8, cpusAllowed: 4 });
    expect(client.cpu.idle).toBeGreaterThan(0.4);
  }, 240_000);
});
