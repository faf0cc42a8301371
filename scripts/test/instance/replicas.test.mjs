// @ts-check
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { SimulatedFleet } from '../../bench/fleet/fleet.mjs';
import { Replicas, startDatabase } from '../../bench/fleet/replicas.mjs';
import { Stored } from '../../bench/fleet/stored.mjs';
import { releaseAll, temporaryFolder } from '../../start/ending.mjs';
import { until } from './processes.mjs';

afterAll(releaseAll, 60_000);

const AGENTS = 16;

describe('processes of the API on one database', () => {
  it.each([2, 4])(
    '%i of them: each is killed once, runs end, and nothing acknowledged is lost',
    async (count) => {
      const { folder } = temporaryFolder('replicas');
      const postgres = await startDatabase(folder);
      const replicas = new Replicas({ folder, databaseUrl: postgres.apiUrl });
      const running = [];
      for (let at = 0; at < count; at++) running.push(await replicas.start());
      const urls = running.map(({ url }) => url);
      const fleet = new SimulatedFleet({ urls, token: replicas.token, columns: 40 });
      const stored = new Stored(postgres.url);
      await fleet.join(AGENTS);
      await fleet.startRuns({ hostsPerRun: 4, steps: 4, stepSeconds: 4, everyMs: 50 });
      await fleet.measuring(() => stored.states());
      const stream = await readStream(urls[0], replicas.token, fleet.runIds[0]);
      for (const [at, replica] of [...running.entries()].reverse()) {
        // What other processes stored comes to the one that holds the stream.
        if (at === 0) await until('samples in the stream', () => stream.events('series') > 3);
        if (at === 0) stream.cut();
        await replica.kill();
        running[at] = await replicas.start(Number(new URL(replica.url).port));
      }
      const states = await fleet.finished(() => stored.states(), 120_000);
      await stored.sealed();
      expect(states.map(({ state, failure }) => [state, failure])).toEqual(states.map(() => ['finished', null]));
      expect(fleet.tally.acknowledged).toBeGreaterThan(AGENTS * 10);
      expect(await stored.lostOf(fleet.tally)).toBe(0);
      expect(stream.events('run')).toBeGreaterThan(0);
      for (const { logFile } of running) expect(readFileSync(logFile, 'utf8')).not.toMatch(/differs|another place/);
      fleet.stop();
      await stored.stop();
    },
    240_000,
  );

  it('says at its start that its secret and its folder are not those of the other', async () => {
    const { folder } = temporaryFolder('replicas');
    const postgres = await startDatabase(folder);
    await new Replicas({ folder, databaseUrl: postgres.apiUrl }).start();
    const { folder: elsewhere } = temporaryFolder('replicas');
    const odd = await new Replicas({ folder: elsewhere, databaseUrl: postgres.apiUrl }).start();
    const log = await until('the sentences', () => {
      const text = readFileSync(odd.logFile, 'utf8');
      return text.includes('Files are kept in another place') && text;
    });
    expect(log).toContain('MILLIONRPS_SECRET differs from that of');
  }, 120_000);
});

/** An event stream that is read until it is cut. */
async function readStream(url, token, runId) {
  const cutting = new AbortController();
  const reply = await fetch(`${url}/api/v1/runs/${runId}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: cutting.signal,
  });
  let text = '';
  void (async () => {
    for await (const part of /** @type {any} */ (reply.body)) text += Buffer.from(part).toString();
  })().catch(() => {});
  return { cut: () => cutting.abort(), events: (name) => text.split(`event: ${name}\n`).length - 1 };
}
