import { expect, it } from 'vitest';
import { type Health, partsOf } from './health.ts';

const WELL: Health = {
  nowUs: 100_000_000,
  database: { version: '18.1', tookMs: 0.84 },
  files: { place: 'disk', fault: null },
  ...{
    processes: 1,
    runsWaiting: 2,
    runsUnderWay: 1,
    webhooksPending: 0,
    eventStreamsOpen: 3,
    hosts: 2,
    hostsOnline: 2,
  },
  sweptAtUs: 98_000_000,
};
const part = (name: string, health: Partial<Health> = {}) =>
  partsOf({ ...WELL, ...health }).find((one) => one.part === name);

it('is well where everything is', () => {
  expect(partsOf(WELL).map(({ part: name, state }) => `${name} ${state}`)).toEqual([
    ...['database ok', 'files ok', 'processes ok', 'queue ok', 'webhooks ok', 'streams ok', 'agents ok'],
  ]);
  expect(part('database')?.sentence).toBe('PostgreSQL 18.1 answers in 0.8 ms.');
  expect(part('queue')?.sentence).toBe('1 run under way, 2 waiting.');
});

it('names what is not', () => {
  expect(part('database', { database: { version: '18.1', tookMs: 300 } })).toMatchObject({
    state: 'warning',
    sentence: 'PostgreSQL 18.1 answers in 300 ms, which is slow.',
  });
  const fault = { sentence: 'The disk is full.', stops: true };
  expect(part('files', { files: { place: 'disk', fault } })).toMatchObject({
    state: 'fault',
    ...{ sentence: 'The disk is full.' },
  });
  expect(part('files', { files: { place: 's3://b', fault: { ...fault, stops: false } } })?.state).toBe('warning');
  expect(part('agents', { hostsOnline: 1 })).toMatchObject({ state: 'warning', sentence: '1 of 2 hosts online.' });
  expect(part('agents', { hosts: 0, hostsOnline: 0 })?.state).toBe('ok');
});

it('tells background work that is late from work that never came to its end', () => {
  expect(part('processes', { sweptAtUs: 60_000_000 })).toMatchObject({
    state: 'fault',
    sentence:
      '1 process of the API. Background work last came to its end 40 s ago; it is due every 2 s. Read the log of the API.',
  });
  expect(part('processes', { sweptAtUs: null })?.state).toBe('warning');
});
