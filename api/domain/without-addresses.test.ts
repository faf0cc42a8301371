import { expect, it } from 'vitest';
import { FACTS, nic, specFor } from '../testing/fake-agent.ts';
import { HOST_ID, sampleRun } from '../testing/sample-run.ts';
import { LEFT_OUT, withoutAddresses } from './without-addresses.ts';

const eth0 = nic('eth0', ['192.0.2.5/24', 'fd00::5/64']);

function twoHosts(address: string, url: string) {
  const run = sampleRun({ id: '01890000-0000-7000-8000-000000000001' });
  return {
    ...run,
    spec: { ...specFor(HOST_ID), server: { hostId: HOST_ID, address } },
    hosts: run.hosts.map((host) => ({ ...host, facts: { ...FACTS, nics: [eth0] } })),
    target: {
      url,
      command: ['server', '--host', address],
      version: '1',
      workers: 1,
      goMaxProcsPerWorker: 1,
      cpus: null,
    },
    steps: run.steps.map((step) => ({ ...step, command: ['wrk', '-c', '10', `${url}/read`] })),
    failure: { code: 'x', sentence: `Nothing listens on ${address}:9000.` },
    transitions: [
      { state: 'failed' as const, stepIndex: null, atUs: 1, note: `${address}, not 192.0.2.52 or fd00::51` },
    ],
  };
}

it.each([
  ['IPv4', '192.0.2.5', 'http://192.0.2.5:9000'],
  ['IPv6', 'fd00::5', 'http://[fd00::5]:9000'],
  ['an address that the facts do not know', '198.51.100.7', 'http://198.51.100.7:9000'],
])('leaves out %s wherever it stands, and no other text', (_name, address, url) => {
  const run = twoHosts(address, url);
  const clean = withoutAddresses(run, [run]);
  expect(clean.spec.server.address).toBeNull();
  expect(clean.hosts[0]?.facts.nics[0]?.addresses).toEqual([]);
  expect(clean.target?.url).toBe(url.replace(address, LEFT_OUT));
  expect(clean.target?.command).toEqual(['server', '--host', LEFT_OUT]);
  expect(clean.steps[0]?.command.at(-1)).toBe(`${url.replace(address, LEFT_OUT)}/read`);
  expect(clean.failure?.sentence).toBe(`Nothing listens on ${LEFT_OUT}:9000.`);
  expect(clean.transitions[0]?.note).toBe(`${LEFT_OUT}, not 192.0.2.52 or fd00::51`);
});

it('leaves loopback and everything else as it is', () => {
  const run = sampleRun({ id: '01890000-0000-7000-8000-000000000001' });
  expect(withoutAddresses(run, [run])).toEqual(run);
});
