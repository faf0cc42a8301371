import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { FACTS, reference, specFor } from '../../testing/fake-agent.ts';
import { plainGet } from '../requests/plain-request.ts';
import { DEFAULT_BACKENDS } from './backend-check.ts';
import { targetFaults } from './target-check.ts';

const able: Partial<HostFacts> = {
  skills: ['target-backends'],
  backends: [
    { name: 'postgresql', version: '18.4', path: '/pg/postgres' },
    { name: 'cache', version: '7.0.15', path: '/usr/bin/redis-server' },
  ],
};
const faults = (over: Partial<ReferenceTarget>, paths: string[], facts: Partial<HostFacts> = able) =>
  targetFaults(
    { ...specFor('s'), target: reference(over), requests: paths.map((path) => plainGet(path)) },
    { name: 'srv', facts: { ...FACTS, ...facts } },
  ).map(({ path, message }) => `${path}: ${message}`);
const { database, cache, downstream } = DEFAULT_BACKENDS;

describe('what a reference server asks', () => {
  it('is there for every route that needs it', () => {
    expect(faults({ database }, ['/db-read', '/db-write', '/db-query', '/simple'])).toEqual([]);
    expect(faults({ database, cache, downstream }, ['/db-read', '/cache-read', '/downstream'])).toEqual([]);
    expect(faults({ database }, ['/db-read?n=1'])).toEqual([]);
    expect(faults({ cache }, ['/cache-read', '/db-read'])).toEqual([
      'spec.requests.1.path: /db-read asks a database, and the target has none; give it one (target.database).',
    ]);
  });

  it('is asked by a route', () => {
    expect(faults({ database }, ['/simple'])).toEqual([
      'spec.target.database: No request asks a database; ask for one of /db-read, /db-write and /db-query, or leave it out (null).',
    ]);
  });

  it('can be started by the host', () => {
    expect(faults({ database }, ['/db-read'], { ...able, backends: [] })).toEqual([
      'spec.target.database: The agent of srv found no postgresql to start; install PostgreSQL 18 or later there, or state its path as backends.postgresql.path in its configuration file, and start the agent again.',
    ]);
    expect(faults({ downstream }, ['/downstream'], { ...able, backends: [] })).toEqual([]);
    expect(faults({ downstream }, ['/downstream'], {})).toEqual([
      'spec.target.downstream: The agent of srv is too old to start another server; update it there.',
    ]);
  });
});
