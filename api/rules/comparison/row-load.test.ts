import { expect, it } from 'vitest';
import type { AskedStep, Protocol } from '../../contract/load.ts';
import { closedStep } from '../../testing/fake-agent.ts';
import { askedInRow, rowName } from './row-load.ts';

const step = { ...closedStep(100), pipelining: 10 } as AskedStep;
const whole = (protocol: Protocol) => ({ steps: [{ spec: step }], spec: { load: { protocol } } });
const shown = (protocol?: Protocol) => ({ steps: [{ spec: step }], ...(protocol && { protocol }) });
const row = (...stepIndexes: (number | null)[]) => ({
  spec: step,
  cells: stepIndexes.map((stepIndex) => ({ stepIndex, deltas: null })),
});

it('says streams of HTTP/2 and depth of HTTP/1.1, of whole runs and of what is shown of them', () => {
  expect(askedInRow([whole('h2'), whole('http/1.1')], row(0, 0), [0, 1])).toEqual([
    '100 connections × 10 streams',
    '100 connections × 10 deep',
  ]);
  expect(askedInRow([shown('h2'), shown('h2')], row(0, 0), [0, 1])).toEqual(['100 connections × 10 streams']);
  expect(askedInRow([shown()], row(0), [0])).toEqual(['100 connections × 10 deep']);
  expect(askedInRow([whole('h2')], row(null), [0])).toEqual([]);
});

it('calls a step by what the run was asked that has it', () => {
  expect(rowName([whole('http/1.1'), whole('h2')], row(null, 0))).toBe('100 connections × 10 streams');
  expect(rowName([whole('h2')], row(0))).toBe('100 connections × 10 streams');
});
