import type { CreateLaunch } from '@contract/launch';
import { afterEach, expect, it, vi } from 'vitest';
import { hardware } from '@/testing/launches';
import { Launches } from './launches';

afterEach(() => vi.unstubAllGlobals());

const asked = (plannedMinutes: number, over: Partial<CreateLaunch['spec']> = {}): CreateLaunch => ({
  plannedMinutes,
  spec: hardware({ clients: null, ...over }),
});

/** Of an API that launches what it is asked for, and tells of a launch what it is told here. */
function launchesOf(told: { state?: string; leftMinutes?: number; costMicroUsd?: number }) {
  const keys = new Set<string>();
  vi.stubGlobal('fetch', async (_: string, { method, body, headers }: RequestInit) => {
    if (method === 'POST') keys.add(new Headers(headers).get('idempotency-key') ?? '');
    const { leftMinutes = 60, state = 'ready', costMicroUsd = 0 } = told;
    const spec = method === 'POST' ? JSON.parse(String(body)).spec : last;
    last = spec;
    const expiresAtUs = Date.now() * 1000 + leftMinutes * 60e6;
    const launch = { id: `launch-${keys.size}`, spec, state, expiresAtUs, costMicroUsd, microUsdPerHour: 600_000 };
    return new Response(JSON.stringify(launch), { headers: { 'content-type': 'application/json' } });
  });
  let last: unknown = null;
  return new Launches();
}

it.each([
  ['there and lasts', {}, 'launch-1'],
  ['about to end by its TTL', { leftMinutes: 29 }, 'launch-2'],
  ['about to have cost its budget', { costMicroUsd: 800_000 }, 'launch-2'],
  ['ended', { state: 'released' }, 'launch-2'],
])('what was launched before and is %s: %o gives %s', async (_, told, expected) => {
  const launches = launchesOf(told);
  const body = asked(30, { budgetMicroUsd: 1_000_000 });
  expect(launches.launchId).toBeNull();
  expect((await launches.launch(body)).id).toBe('launch-1');
  expect((await launches.launch(body)).id).toBe(expected);
  expect(launches.launchId).toBe(expected);
});

it('what is planned for longer than the hosts of before last gets new ones', async () => {
  const launches = launchesOf({ leftMinutes: 40 });
  expect((await launches.launch(asked(30))).id).toBe('launch-1');
  expect((await launches.launch(asked(40.5))).id).toBe('launch-2');
});
