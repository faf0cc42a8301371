#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:server`: CPU time that the reference server takes for a request, by framework, mode and route, beside a
 * bare gnet responder. Server and client have a CPU each. Every round measures all of them for some seconds in turn:
 * whatever else the machine does falls on all alike, and ratios are taken within a round.
 */
import { runScript } from '../start/run-script.mjs';
import { ensurePrograms } from '../test/programs.mjs';
import { cpuTimeUs } from './cpu-time.mjs';
import { figure, printFigures } from './figures.mjs';
import { benchOptions } from './options.mjs';
import { drive, twoCpus } from './server-load.mjs';
import { startSubjects } from './server-subjects.mjs';

const WARMUP_SECONDS = 1;
/** What the others are divided by, on the same route. */
const REFERENCE = 'fiber.single';
const report = (line) => console.error(line);

await runScript(async () => {
  const { rounds, seconds, json, shortest } = benchOptions({
    rounds: { usual: 5, shortest: 1, least: 2 },
    seconds: { usual: 2, shortest: 1 },
  });
  ensurePrograms(['wrk'], report);
  const [serverCpu, clientCpu] = twoCpus();
  const subjects = await startSubjects(serverCpu);
  if (!shortest) for (const subject of subjects) await usPerRequest(subject, WARMUP_SECONDS, clientCpu);
  const used = new Map(subjects.map(({ id }) => [id, /** @type {number[]} */ ([])]));
  for (let round = 1; round <= rounds; round++) {
    report(`round ${round} of ${rounds}`);
    for (const subject of turned(subjects, round))
      used.get(subject.id)?.push(await usPerRequest(subject, seconds, clientCpu));
  }
  printFigures('server', figuresOf(used), json);
});

/** Every round begins with another subject, so that none always follows the same one. */
function turned(subjects, round) {
  const at = (round * 5) % subjects.length;
  return [...subjects.slice(at), ...subjects.slice(0, at)];
}

/** @param {import('./server-subjects.mjs').Subject} subject */
async function usPerRequest({ url, connections, pids }, seconds, cpu) {
  const usedUs = () => pids.reduce((sum, pid) => sum + cpuTimeUs(pid), 0);
  const beforeUs = usedUs();
  const requests = await drive({ url, connections, seconds, cpu });
  return (usedUs() - beforeUs) / requests;
}

/** @param {Map<string, number[]>} used */
function figuresOf(used) {
  const figures = [...used].map(([id, us]) => figure(`server_us.${id}`, 'us', us));
  for (const [id, us] of used) {
    const [route] = id.split('.');
    const reference = used.get(`${route}.${REFERENCE}`) ?? [];
    if (id !== `${route}.${REFERENCE}`)
      figures.push(
        figure(
          `server_ratio.${id}`,
          'ratio',
          us.map((one, round) => one / (reference[round] ?? Number.NaN)),
        ),
      );
  }
  return figures;
}
