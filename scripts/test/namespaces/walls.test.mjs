// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closedStep, openStep, specFor } from '../../lab/client.mjs';
import { placesOfTest, startBridgedLab } from './bridged-lab.mjs';
import { watchBusiest } from './busiest.mjs';
import { ip, NIC } from './topology.mjs';

/**
 * Runs that are limited on purpose: what they come to has to be what limits them. Other work on the machine fills its
 * CPUs, and then they are a limit too. So each run waits a while for a quiet moment, and may try a few times.
 */
const TRIES = 3;
const QUIET_BUSY_MOST = 0.3;
const QUIET_WITHIN_MS = 40_000;
const SECONDS = 8;
const CEILING_BITS_PER_SECOND = 50_000_000;
const PORT = 9000;
const { server: serverPlace, clients } = placesOfTest();
const [clientPlace, otherPlace] = clients;

/** @type {string} */ let folder;
/** @type {import('./bridged-lab.mjs').BridgedLab} */ let bridged;
/** @type {{ server: string, client: string, unlimited: string }} */ let ids;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-walls-'));
  const config = path.join(folder, 'agent.json');
  const listen = `${serverPlace.address}:${PORT}`;
  const locked = {
    argv: [buildLockedTarget(), '--listen', listen],
    port: PORT,
    healthPath: '/health',
    environment: { GOMAXPROCS: '2' },
    pprofUrl: `http://${listen}/debug/pprof`,
  };
  const nics = { [NIC]: { bandwidthBitsPerSecond: CEILING_BITS_PER_SECOND } };
  writeFileSync(config, JSON.stringify({ nics, targets: { locked } }));
  bridged = await startBridgedLab(inject('bridgedInstance'), [
    ['limited-server', serverPlace, config],
    ['limited-client', clientPlace],
    ['unlimited-server', otherPlace],
  ]);
  const [server, client, unlimited] = await Promise.all(bridged.agents.map((agent) => agent.host()));
  ids = { server: server.id, client: client.id, unlimited: unlimited.id };
}, 120_000);

afterAll(async () => {
  await bridged?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function buildLockedTarget() {
  const program = path.join(folder, 'locked-target');
  const cwd = path.join(import.meta.dirname, 'locked-target');
  execFileSync('go', ['build', '-o', program, '.'], { cwd, env: { ...process.env, CGO_ENABLED: '0' } });
  return program;
}

/** From the client's namespace to that of a server. */
function specOf(requestPath, step, over = {}, server = ids.server) {
  const one = specFor(server, { path: requestPath, steps: [step], tool: 'volley', warmupSeconds: 1 });
  return { ...one, clients: [{ hostId: ids.client }], ...over };
}

/** Of the time of all CPUs since they were started, what was idle and what was accounted. */
function cpuTicks() {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  const ticks = fields.slice(0, 8).map(Number);
  return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, one) => sum + one, 0) };
}

async function quietMoment() {
  const endsMs = Date.now() + QUIET_WITHIN_MS;
  for (let busy = 1; busy > QUIET_BUSY_MOST && Date.now() < endsMs; ) {
    const before = cpuTicks();
    await sleep(1000);
    const after = cpuTicks();
    busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  }
}

/** Of the first run that is as it should be, else of the last: a run that failed is no try. */
async function verdictOf(name, spec, wall) {
  for (let attempt = 1; ; attempt++) {
    await quietMoment();
    const busiest = watchBusiest();
    const run = await bridged.lab.finish((await bridged.lab.createRun(name, spec)).id);
    expect(run.failure).toBeNull();
    const [{ verdict, evidence, point }] = run.steps;
    console.log(`${name}: ${verdict.sentence}${verdict.wall === wall ? '' : ` ${busiest()}`}`);
    if (verdict.wall === wall || attempt === TRIES) return { run, verdict, evidence, point };
  }
}

const THREE_RUNS_MS = TRIES * (QUIET_WITHIN_MS + (SECONDS + 30) * 1000);

describe('what limits a run is what its verdict says', () => {
  it(
    'one CPU for a target that computes: server-cpu',
    async () => {
      expect(availableParallelism(), 'CPUs of this machine').toBeGreaterThan(1);
      const spec = specOf('/compute', closedStep(8, SECONDS), {}, ids.unlimited);
      const { run, verdict, evidence } = await verdictOf(
        'one server CPU',
        { ...spec, tuning: { ...spec.tuning, targetCpus: '0' }, load: { ...spec.load, toolCpus: '1' } },
        'server-cpu',
      );
      expect([verdict.wall, verdict.confidence]).toEqual(['server-cpu', 'measured']);
      expect(evidence.server).toMatchObject({ cpusAllowed: 1, hottestCpu: { cpu: 0 } });
      expect(run.verdict.wall).toBe('server-cpu');
      const listed = await bridged.lab.call('GET', `/runs?wall=server-cpu`);
      expect(listed.runs.find(({ id }) => id === run.id)?.verdict?.sentence).toBe(run.verdict.sentence);
    },
    THREE_RUNS_MS,
  );

  it(
    'a token bucket before the server: nic-bandwidth, by the ceiling that the host states',
    async () => {
      const { namespace } = serverPlace;
      const bucket = ['rate', `${CEILING_BITS_PER_SECOND}bit`, 'burst', '64kb', 'latency', '100ms'];
      ip('netns', 'exec', namespace, 'tc', 'qdisc', 'add', 'dev', NIC, 'root', 'tbf', ...bucket);
      try {
        const { verdict, evidence } = await verdictOf(
          'a slow interface',
          specOf('/list', closedStep(8, SECONDS)),
          'nic-bandwidth',
        );
        const [nic] = evidence.server.nics;
        expect(nic).toMatchObject({
          name: NIC,
          ceilingBitsPerSecond: CEILING_BITS_PER_SECOND,
          ceilingSource: "the host's configuration file",
        });
        expect(evidence.server.counters.qdiscOverlimits).toBeGreaterThan(0);
        // The client's end of the same link states nothing, and what a veth says of itself is none.
        expect(evidence.clients[0].nics[0].ceilingBitsPerSecond).toBeNull();
        expect([verdict.wall, verdict.confidence]).toEqual(['nic-bandwidth', 'measured']);
      } finally {
        ip('netns', 'exec', namespace, 'tc', 'qdisc', 'del', 'dev', NIC, 'root');
      }
    },
    THREE_RUNS_MS,
  );

  it(
    'a rate that is met: offered-load',
    async () => {
      const { verdict, point } = await verdictOf(
        'a low rate',
        specOf('/simple', openStep(200, SECONDS)),
        'offered-load',
      );
      expect([verdict.wall, verdict.validity]).toEqual(['offered-load', expect.stringMatching(/^(valid|suspect)$/)]);
      expect(point.requestsPerSecond).toBeGreaterThan(190);
    },
    THREE_RUNS_MS,
  );

  it(
    'a lock under which every request sleeps: lock-contention, with the function that takes it',
    async () => {
      const step = { ...closedStep(20, SECONDS), profiles: ['mutex', 'block'] };
      const { verdict, evidence } = await verdictOf(
        'one lock',
        specOf('/write', step, { target: { kind: 'named', name: 'locked', tls: false, parameters: [] } }),
        'lock-contention',
      );
      expect(evidence.locks).toMatchObject({ profile: 'mutex', functionName: 'main.(*ledger).writeEntry' });
      expect([verdict.wall, verdict.confidence]).toEqual(['lock-contention', 'measured']);
      expect(verdict.because).toContain('main.(*ledger).writeEntry');
    },
    THREE_RUNS_MS,
  );
});
