// @ts-check
/** A host whose clock is off by days, which only a kernel of its own can have: it joins over TLS, and measures. */
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { labOfThisSuite } from './guest.mjs';
import { RealInstance } from './real-instance.mjs';

const DAY_SECONDS = 24 * 3600;
/** What booting an emulated machine may take. */
const ABOUT_SECONDS = 120;

describe.each([
  { clock: 'a day ahead', aheadSeconds: DAY_SECONDS, words: /is 24 h ahead of the API's/, early: false },
  { clock: 'a day behind', aheadSeconds: -DAY_SECONDS, words: /is 24 h behind the API's/, early: false },
  // The instance's certificate began a day before it was made.
  { clock: 'three days behind', aheadSeconds: -3 * DAY_SECONDS, words: /is 72 h behind the API's/, early: true },
])('a host whose clock is $clock', ({ aheadSeconds, words, early }) => {
  const instance = new RealInstance();
  beforeAll(async () => {
    const report = (/** @type {string} */ line) => console.log(line);
    await instance.start(labOfThisSuite(), report, {
      guest: { cpus: 2, clockAheadSeconds: aheadSeconds },
      tls: true,
    });
  }, 240_000);
  afterAll(() => instance.stop());

  it('joins over TLS by the key alone, also before its certificate begins by that clock', async () => {
    const guestSeconds = Number(await instance.guest.run('date +%s'));
    expect(Math.abs(guestSeconds - Date.now() / 1000 - aheadSeconds)).toBeLessThan(ABOUT_SECONDS);
    const beginsMs = Date.parse(await certificateOf(instance.url));
    expect(guestSeconds * 1000 < beginsMs).toBe(early);
    expect((await instance.host()).status).toBe('ready');
  });

  it('is told of by the doctor, with how far off it is', async () => {
    const { id } = await instance.host();
    const { findings } = await instance.client.call('POST', `/hosts/${id}/doctor`);
    const found = findings.find(({ code }) => code.startsWith('clock'));
    expect(found?.sentence).toMatch(words);
  });

  it('finishes a run whose times are those of the instance, with another client that begins at the same instant', async () => {
    const { id: hostId } = await instance.host();
    const { id: outsideId } = await instance.outside.host();
    const beganUs = Date.now() * 1000;
    const spec = specFor(hostId, { path: '/simple', steps: [closedStep(8, 4)], tool: 'volley', warmupSeconds: 0 });
    const { id } = await instance.client.createRun('a day off', {
      ...spec,
      clients: [{ hostId: outsideId }, { hostId }],
    });
    const run = await instance.client.finish(id);
    const endedUs = Date.now() * 1000;
    expect(run.failure).toBeNull();
    const times = run.transitions.map(({ atUs }) => atUs);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(beganUs - 1e6);
    expect(Math.max(...times)).toBeLessThanOrEqual(endedUs + 1e6);

    const { steps } = await instance.client.call('GET', `/runs/${id}/latency-over-time`);
    const [{ overTime, skewUs }] = steps;
    expect(overTime.startedAtUs).toBeGreaterThan(beganUs);
    expect(overTime.startedAtUs + overTime.durationUs).toBeLessThan(endedUs);
    // The start was agreed by the clock of the instance: without the offset it would be a day apart.
    expect(skewUs).toBeLessThan(5e6);
    const { hosts } = await instance.client.call('GET', `/runs/${id}/series`);
    expect(hosts.find((host) => host.hostId === hostId)?.timesUs.length).toBeGreaterThan(3);
  }, 120_000);
});

/** Since when the certificate at an address is valid. @param {string} url @returns {Promise<string>} */
function certificateOf(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().valid_from);
      socket.end();
    });
    socket.once('error', reject);
  });
}
