import type { StepSpec } from '@contract/load';
import { expect, test } from 'vitest';
import { closed, open } from '@/testing/steps';
import { variesOf } from './ramp';

test.each<[string, StepSpec[]]>([
  ['connections', [closed(10), closed(50)]],
  ['pipelining', [closed(10), closed(10, { pipelining: 4 })]],
  ['toolWorkers', [closed(10, { toolWorkers: 1 }), closed(10, { toolWorkers: 2 })]],
  ['requestsPerSecond', [open(1000), open(2000)]],
  ['connections', [open(1000, { connections: 10 }), open(1000, { connections: 20 })]],
  ['step', [closed(10), closed(50, { pipelining: 4 })]],
  ['step', [closed(10), open(1000, { connections: 50 })]],
  ['step', [closed(10), closed(10, { toolWorkers: 2 })]],
  ['step', [closed(10), closed(10)]],
  ['step', []],
])('a ramp varies %s: %j', (varies, specs) => {
  expect(variesOf(specs)).toBe(varies);
});
