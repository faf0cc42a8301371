import { expect, test } from 'vitest';
import { comparisonMarkdown } from './comparison-markdown';
import { sampleComparison, sampleRun } from './comparison-sample';

const a = sampleRun('plain', [{ connections: 10, point: { requestsPerSecond: 10_000 } }, { connections: 50 }]);
const b = sampleRun('with | pipe and [link](x)', [{ connections: 10, point: { requestsPerSecond: 10_320 } }]);
const deltas = {
  requestsPerSecond: 0.032,
  latencyMsP50: null,
  latencyMsP99: null,
  serverCpuUsPerRequest: 0,
  clientCpuUsPerRequest: -0.1,
};
const comparison = sampleComparison([a, b], [{ cells: [0, 0], deltas: [null, deltas] }, { cells: [1, null] }], {
  settings: [
    { group: 'target', path: 'p', label: 'Prefork', values: ['off', 'on'], same: false },
    { group: 'software', path: 'k', label: 'Kernel', values: ['6.1', '6.1'], same: true },
  ],
  warnings: [{ code: 'no-repeats', sentence: 'One run a side.' }],
});
const lines = comparisonMarkdown(comparison, 'http://lab', 'http://lab/compare?runs=a,b').split('\n');

test('it holds runs with links, warnings, differences only, and a way back', () => {
  expect(lines).toContain('- **A**, baseline: [plain](http://lab/runs/id-plain), finished');
  expect(lines).toContain('- One run a side.');
  expect(lines).toContain('| target: Prefork | off | on |');
  expect(lines.some((line) => line.includes('Kernel'))).toBe(false);
  expect(lines).toContain('[Open the comparison](http://lab/compare?runs=a,b)');
});

test('it holds every figure of the steps that a run has, with its difference', () => {
  expect(lines).toContain('| 10 connections | A | 10,000 | 1 | 4 | 20.0 | 30.0 |');
  expect(lines).toContain('| 10 connections | B | 10,320 (+3.2 %) | 1 | 4 | 20.0 (±0 %) | 30.0 (−10 %) |');
  expect(lines.filter((line) => line.startsWith('| 50 connections'))).toHaveLength(1);
});

test('names that people typed cannot break a table or a link', () => {
  expect(lines.find((line) => line.startsWith('- **B**'))).toContain(
    '[with \\| pipe and \\[link\\](x)](http://lab/runs/',
  );
});
