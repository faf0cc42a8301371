import type { RunStep } from '@contract/step';
import { expect, test } from 'vitest';
import { workersAsked, workersRan } from './tool-workers';

const steps = (counts: (number | null)[]) =>
  counts.map((toolWorkers) => ({ point: { toolWorkers } })) as Pick<RunStep, 'point'>[];

test('what was asked of a tool is called as the tool calls it', () => {
  expect([
    workersAsked({ tool: 'vegeta', toolWorkers: 8 }),
    workersAsked({ tool: 'wrk', toolWorkers: 1 }),
    workersAsked({ tool: 'autocannon', toolWorkers: null }),
  ]).toEqual(['8 processes on each client', '1 thread on each client', 'workers by default']);
});

test('a tool that is not known here has workers, whatever it is called', () => {
  expect([
    workersAsked({ tool: 'later-tool', toolWorkers: 2 }),
    workersAsked({ tool: 'constructor', toolWorkers: null }),
  ]).toEqual(['2 workers on each client', 'workers by default']);
});

test('what ran is one number or a range, and nothing where no step says', () => {
  expect([steps([4, 4, null]), steps([2, 8]), steps([null]), []].map((one) => workersRan(one, 'wrk'))).toEqual([
    '4 threads ran',
    '2 to 8 threads ran',
    null,
    null,
  ]);
});
