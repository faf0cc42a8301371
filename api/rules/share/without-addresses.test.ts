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

const nowhere = (sentence: string) => ({ code: 'load-refused', sentence });

it('leaves out what a failure quotes of addresses that nobody asked for, wherever it is told again', () => {
  const run = sampleRun({ id: '01890000-0000-7000-8000-000000000001' });
  const sentence = 'lab-1 found no address of x: lookup x on 10.77.3.4:53 and 2001:db8::9 from 127.0.0.1, at 12:34:56.';
  const failed = { ...run, failure: nowhere(sentence), transitions: [{ ...NOTE, note: `Ended: ${sentence}` }] };
  const told = sentence.replace('10.77.3.4', LEFT_OUT).replace('2001:db8::9', LEFT_OUT);
  const clean = withoutAddresses({ ...failed, other: '10.77.3.41 10.77.3.4' }, [failed]);
  expect([clean.failure?.sentence, clean.transitions[0]?.note]).toEqual([told, `Ended: ${told}`]);
  expect(clean.other).toBe(`10.77.3.41 ${LEFT_OUT}`);
  const [step] = run.steps;
  const steps = step ? [{ ...step, failure: nowhere('10.88.0.1 did not answer.') }] : [];
  expect(withoutAddresses({ steps }, [{ ...run, steps }]).steps[0]?.failure?.sentence).toBe(
    `${LEFT_OUT} did not answer.`,
  );
});
const NOTE = { state: 'failed' as const, stepIndex: null, atUs: 1 };

it('gives hosts whose names spell an address other names, the same wherever they stand', () => {
  const run = sampleRun({ id: '01890000-0000-7000-8000-000000000001' });
  const named = (name: string, hostName: string, at: number) => ({
    ...(run.hosts[0] as (typeof run.hosts)[number]),
    hostId: `01890000-0000-7000-8000-00000000000${at}`,
    name,
    facts: { ...FACTS, hostName, nics: [] },
  });
  const hosts = [
    named('ip-172-31-5-9', 'ip-172-31-5-9.eu-central-1.compute.internal', 1),
    named('host-1', 'host-1', 2),
    named('client', 'static.5.9.1.2.clients.example', 3),
    named('2001:db8::7', 'bench-2024-11-27-1', 4),
    named('ip-172-31-5-90', 'rack-7', 5),
  ];
  const notes =
    'IP-172-31-5-9 and ip-172-31-5-90 are near ip-172-31-9-9.example; xip-172-31-5-9 and bench-2024-11-27-1 stay.';
  const clean = withoutAddresses({ hosts, notes }, [{ ...run, hosts }]);
  expect(clean.hosts.map(({ name, facts }) => [name, facts.hostName])).toEqual([
    ['host-2', 'host-2'],
    ['host-1', 'host-1'],
    ['client', 'client'],
    ['host-3', 'bench-2024-11-27-1'],
    ['host-4', 'rack-7'],
  ]);
  expect(clean.notes).toBe(
    `host-2 and host-4 are near ${LEFT_OUT}.example; xip-172-31-5-9 and bench-2024-11-27-1 stay.`,
  );
});

it('leaves out the name by which a target was reached', () => {
  const run = twoHosts('192.0.2.5', 'http://db-7.lab.example:9000');
  const clean = withoutAddresses({ url: 'http://db-7.lab.example:9000/read', other: 'xdb-7.lab.example.org' }, [run]);
  expect(clean).toEqual({ url: `http://${LEFT_OUT}:9000/read`, other: 'xdb-7.lab.example.org' });
});
