import { expect, it } from 'vitest';
import type { KeptSpec } from '../../contract/spec.ts';
import { closedStep, specFor } from '../../testing/fake-agent.ts';
import { plainGet } from '../requests/plain-request.ts';
import { groupNameOf } from '../spec/target-words.ts';
import { noiseKeyOf } from './noise-key.ts';

const SPEC: KeptSpec = specFor('01890000-0000-7000-8000-000000000001', { steps: [closedStep(10)] });
const REFERENCE = SPEC.target as Extract<KeptSpec['target'], { kind: 'reference' }>;
const key = (over: Partial<KeptSpec> = {}): string => noiseKeyOf({ ...SPEC, ...over });
const ofTarget = (over: Partial<typeof REFERENCE>): string => key({ target: { ...REFERENCE, ...over } });
const [FIRST] = SPEC.requests as [KeptSpec['requests'][number]];

it('is the same whatever the tuning and load', () => {
  expect(key({ load: { ...SPEC.load, steps: [closedStep(99)], toolWorkers: 3 } })).toBe(key());
  expect(ofTarget({ prefork: true, workers: 2 })).toBe(key());
  expect(key({ requests: [{ ...FIRST, weight: FIRST.weight * 7 }] }), 'all of it either way').toBe(key());
});

it('differs for a target of a host’s file that is called as the reference server', () => {
  const named = { kind: 'named' as const, name: 'fasthttp', tls: false, parameters: [] };
  const reference = { ...REFERENCE, framework: 'fasthttp' as const };
  const asRequests = (target: KeptSpec['target']) => groupNameOf({ target, requests: SPEC.requests });
  expect(asRequests(named)).toBe(asRequests(reference));
  expect(key({ target: named })).not.toBe(key({ target: reference }));
});

it('differs for what stands behind the target, the protocol, the tool, and whatever is sent', () => {
  const two = (weight: number) => [plainGet('/a', weight), plainGet('/b', 1000 - weight)];
  const long = (end: string) => [plainGet(`/${'a'.repeat(400)}${end}`)];
  const database = { poolSize: 4, prepared: true, batch: 1, synchronousCommit: true };
  const all = [
    key(),
    ofTarget({ tls: true }),
    ofTarget({ database }),
    ofTarget({ cache: { poolSize: 4 } }),
    ofTarget({ downstream: { timeoutMs: 9, retries: 0, failPercent: 1, delayMs: 0 } }),
    ofTarget({ downstream: { timeoutMs: 9, retries: 0, failPercent: 2, delayMs: 0 } }),
    key({ load: { ...SPEC.load, protocol: 'h2' } }),
    key({ load: { ...SPEC.load, requestsPerConnection: 1 } }),
    key({ load: { ...SPEC.load, tool: 'another' } }),
    key({ requests: [{ ...FIRST, body: { kind: 'text', text: 'a' } }] }),
    key({ requests: [{ ...FIRST, body: { kind: 'text', text: 'b' } }] }),
    key({ requests: [{ ...FIRST, headers: [{ name: 'Accept', value: 'text/html', secret: null }] }] }),
    ...[two(501), two(504), long('a'), long('b')].map((requests) => key({ requests })),
  ];
  expect(new Set(all).size).toBe(all.length);
});
