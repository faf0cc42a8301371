import { expect, it } from 'vitest';
import { pointerName } from './pointer-name.ts';

it.each([
  ['/load/toolWorkers', 'tool workers'],
  ['/target/prefork', 'prefork'],
  ['/tuning/server/packetSteering', 'packet steering (RPS)'],
  ['/tuning/clients/packetSteering', 'packet steering (RPS) of the load generator’s host'],
  ['/tuning/targetCpus', 'CPU set of the target'],
  ['/load/steps/0/pipelining', 'steps, 1, pipelining'],
  ['/requests/1/path', 'requests, 2, path'],
  ['/samplesPerSecond', 'samples per second'],
  ['/target/database/poolSize', 'database, pool size'],
])('%s is %s', (pointer, name) => {
  expect(pointerName(pointer)).toBe(name);
});
