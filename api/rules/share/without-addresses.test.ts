import { expect, it } from 'vitest';
import { FACTS, nic, specFor } from '../../testing/fake-agent.ts';
import { HOST_ID, sampleRun } from '../../testing/sample-run.ts';
import { LEFT_OUT, withoutAddresses, withoutAnyAddress } from './without-addresses.ts';

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

it.each([
  ['ip=10.1.2.3::10.1.2.1:255.255.255.0 quiet', `ip=${LEFT_OUT}::${LEFT_OUT}:${LEFT_OUT} quiet`],
  ['nfsroot=[2001:db8::5]:/srv', `nfsroot=[${LEFT_OUT}]:/srv`],
  [
    'root=UUID=1b2c-3d4e ro mitigations=off isolcpus=2-3 6.1.0-13',
    'root=UUID=1b2c-3d4e ro mitigations=off isolcpus=2-3 6.1.0-13',
  ],
  ['performance 0-127', 'performance 0-127'],
])('of what a host wrote itself, no address stays: %s', (text, expected) => {
  expect(withoutAnyAddress(text)).toBe(expected);
});

it('leaves out addresses in what was said of tuning', () => {
  const run = twoHosts('192.0.2.5', 'http://192.0.2.5:9000');
  const finding = {
    code: 'tuning-drift' as const,
    severity: 'suspect' as const,
    hostId: HOST_ID,
    stepIndex: 0,
    sentence: 'eth0 with 192.0.2.5 was reset.',
  };
  const tuning = {
    hostId: HOST_ID,
    nic: 'eth0',
    targetCpus: null,
    knobs: [],
    effects: [],
    warnings: ['192.0.2.5 and fd00::5 are of eth0.'],
    restoreMatches: true,
    snapshots: [],
  };
  const clean = withoutAddresses({ ...run, tuning: [tuning], findings: [finding] }, [run]);
  expect(clean.tuning[0]?.warnings).toEqual([`${LEFT_OUT} and ${LEFT_OUT} are of eth0.`]);
  expect(clean.findings[0]?.sentence).toBe(`eth0 with ${LEFT_OUT} was reset.`);
});

it('takes time by the length of the text, however many addresses are known', () => {
  const run = twoHosts('192.0.2.5', 'http://192.0.2.5:9000');
  const many = Array.from({ length: 60_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}/8`);
  const six = many.map((_, i) => `fd00::${i.toString(16)}/64`);
  const hosts = run.hosts.map((host) => ({ ...host, facts: { ...FACTS, nics: [nic('eth0', [...many, ...six])] } }));
  const notes = Array.from(
    { length: 2000 },
    (_, i) => `from 10.0.0.${i % 256} and fd00::${i.toString(16)} and 11.0.0.1`,
  );
  const { user } = process.cpuUsage();
  const clean = withoutAddresses({ notes }, [{ ...run, hosts }]);
  expect(process.cpuUsage().user - user).toBeLessThan(2_000_000);
  expect(new Set(clean.notes)).toEqual(new Set([`from ${LEFT_OUT} and ${LEFT_OUT} and 11.0.0.1`]));
});

it('leaves out a name that begins as loopback does', () => {
  const run = twoHosts('192.0.2.5', 'http://127.0.0.1.lab.example:9000');
  expect(withoutAddresses({ at: '127.0.0.1.lab.example' }, [run])).toEqual({ at: LEFT_OUT });
});

it('leaves out the name by which a target was reached', () => {
  const run = twoHosts('192.0.2.5', 'http://db-7.lab.example:9000');
  const clean = withoutAddresses({ url: 'http://db-7.lab.example:9000/read', other: 'xdb-7.lab.example.org' }, [run]);
  expect(clean).toEqual({ url: `http://${LEFT_OUT}:9000/read`, other: 'xdb-7.lab.example.org' });
});
