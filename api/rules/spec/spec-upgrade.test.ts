import { expect, it } from 'vitest';
import { reference, specFor } from '../../testing/fake-agent.ts';
import { upgradeSpec } from './spec-upgrade.ts';

const HOST = '01890000-0000-7000-8000-000000000000';

it('reads a spec of version 1 as one whose clients reach the target on the same host', () => {
  const today = specFor(HOST);
  const first = { ...today, specVersion: 1, server: { hostId: HOST } };
  expect(upgradeSpec(first)).toEqual({ ...today, server: { hostId: HOST, address: null } });
});

it('reads a spec of version 3 as closed loops of the reference server in Fiber', () => {
  const today = specFor(HOST);
  const { pick: _, ...target } = reference();
  const { decompress: __, search: ___, ...load } = today.load;
  const steps = today.load.steps.map(({ toolWorkers: ____, profiles: _____, ...step }) => step);
  expect(upgradeSpec({ ...today, specVersion: 3, target, load: { ...load, steps } })).toEqual(today);
});

it('reads a spec of version 4 as plain GETs in the clear, and so one of today that lacks what came later', () => {
  const today = specFor(HOST);
  const { protocol: _, tls: __, cookies: ___, requestsPerConnection: ____, ...load } = today.load;
  const requests = [{ method: 'GET', path: '/simple', weight: 1 }];
  const {
    variables: _____,
    seed: ______,
    ...rest
  } = { ...today, target: { ...reference(), tls: undefined }, requests, load };
  const before = JSON.parse(JSON.stringify(rest));
  expect(upgradeSpec({ ...before, specVersion: 4 })).toEqual(today);
  expect(upgradeSpec(before)).toEqual(today);
  expect(() => upgradeSpec({ ...before, requests: [{ ...requests[0], later: 1 }] })).toThrow('later');
});

it('leaves a spec of today as it is, and refuses one of a version that it does not know', () => {
  expect(upgradeSpec(specFor(HOST))).toEqual(specFor(HOST));
  expect(() => upgradeSpec({ ...specFor(HOST), specVersion: 99 })).toThrow();
});
