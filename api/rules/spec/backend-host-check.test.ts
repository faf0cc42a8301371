import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { apart, FACTS, nic, reference } from '../../testing/fake-agent.ts';
import { plainGet } from '../requests/plain-request.ts';
import { DEFAULT_BACKENDS } from './backend-check.ts';
import { checkSpec } from './spec-check.ts';

const SKILLS = ['target-tls', 'preflight', 'target-backends', 'backend-host'];
const SERVICES = [
  { name: 'postgresql', version: '18.4', path: '/pg/postgres' },
  { name: 'cache', version: '7.0.15', path: '/usr/bin/redis-server' },
];
const host = (name: string, last: number, over: Partial<HostFacts> = {}) => ({
  name,
  facts: { ...FACTS, bootId: name, nics: [nic('eth0', [`192.0.2.${last}/24`])], skills: SKILLS, ...over },
});
type Hosts = Partial<Record<'srv' | 'cli' | 'db', Partial<HostFacts>>>;
const spec = (over: Partial<RunSpec> = {}): RunSpec => ({
  ...apart('srv', 'cli'),
  target: reference({ database: DEFAULT_BACKENDS.database }),
  requests: [plainGet('/db-read')],
  backend: { hostId: 'db', address: null },
  ...over,
});
const faults = (asked: RunSpec, over: Hosts = {}) =>
  checkSpec(
    asked,
    new Map([
      ['srv', host('srv', 5, over.srv)],
      ['cli', host('cli', 9, over.cli)],
      ['db', host('db', 7, { backends: SERVICES, ...over.db })],
    ]),
  ).map(({ path, message }) => `${path}: ${message}`);

describe('a host for the services that a target asks', () => {
  it('needs them itself, and the target’s host does not', () => {
    expect(faults(spec())).toEqual([]);
    expect(faults(spec(), { db: { backends: [] } })).toEqual([
      'spec.target.database: The agent of db found no postgresql to start; install PostgreSQL 18 or later there, or state its path as backends.postgresql.path in its configuration file, and start the agent again.',
    ]);
    expect(faults(spec({ backend: null }))).toEqual([
      'spec.target.database: The agent of srv found no postgresql to start; install PostgreSQL 18 or later there, or state its path as backends.postgresql.path in its configuration file, and start the agent again.',
    ]);
  });

  it('is for a target that asks any', () => {
    const nothing = [
      'spec.backend.hostId: The target asks no database, cache or other server, so there is nothing to run on db; leave the backend host out (null), or give the target a service.',
    ];
    expect(faults(spec({ target: reference(), requests: [plainGet('/simple')] }))).toEqual(nothing);
    const named: RunSpec['target'] = { kind: 'named', name: 'mine', tls: false, parameters: [] };
    expect(faults(spec({ target: named, requests: [plainGet('/')] }))).toEqual(nothing);
  });

  it.each<[string, string, string]>([
    ['nowhere', 'hostId', 'No such host; choose one from the hosts page.'],
    ['srv', 'hostId', 'srv is the target’s host; to have the services there too, leave the backend host out (null).'],
    [
      'cli',
      'hostId',
      'cli drives load in this run, so its load generator and the services would take CPU time from each other; choose another host, or leave it out (null).',
    ],
  ])('is another host than the others: %s', (hostId, field, message) => {
    expect(faults(spec({ backend: { hostId, address: null } }))).toEqual([`spec.backend.${field}: ${message}`]);
  });

  it('has an agent that can, and so has the target’s host', () => {
    const old = { skills: SKILLS.filter((skill) => skill !== 'backend-host') };
    expect(faults(spec(), { srv: old, db: old })).toEqual([
      'spec.backend.hostId: The agent of srv is too old to have its target ask services on another host; update it there.',
      'spec.backend.hostId: The agent of db is too old to start services for a target on another host; update it there.',
    ]);
    expect(faults(spec(), { cli: old })).toEqual([]);
  });

  it('is reached at an address of its own that another host can reach', () => {
    const at = (address: string) => faults(spec({ backend: { hostId: 'db', address } }));
    expect(at('192.0.2.7')).toEqual([]);
    expect(at('192.0.2.8')).toEqual(['spec.backend.address: db has no address 192.0.2.8; its agent found 192.0.2.7.']);
    expect(faults(spec(), { db: { nics: [] } })).toEqual([
      'spec.backend.address: db has no address that another host could reach: its agent found none. Give it one and restart its agent.',
    ]);
  });
});
