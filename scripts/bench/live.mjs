#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:live`: 200 event streams of one real run, open for a minute. Half of them are left alone; of the other
 * half 20 a second are cut off in the middle of whatever they read, and come back. It fails when a stream lacks a row
 * of the series, has one twice, or lacks the run's last state, and when the API holds on to memory. delay: from the
 * moment a frame was taken to its row at a reader. held: memory of the API's process that is no garbage.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowInstance } from '../lab/borrow.mjs';
import { closedStep, specFor } from '../lab/client.mjs';
import { runScript } from '../start/run-script.mjs';
import { Sentence } from '../start/sentence.mjs';
import { childOf } from '../test/instance/processes.mjs';
import { figure, printFigures } from './figures.mjs';
import { HeldMemory } from './held-memory.mjs';
import { benchOptions, holdToGoals } from './options.mjs';
import { ProcessWatch } from './process-watch.mjs';
import { rowsOf, StreamReader } from './stream-reader.mjs';

const CUTS_PER_SECOND = 20;
const MARGIN_SECONDS = 5;
/** More than requests under way on a busy machine hold, less than 200 streams that each kept what they were sent. */
const HELD_RISE_LIMIT_MB = 16;

/** Of the whole time: how long the run is watched alone, and how long streams are given before memory is compared. */
const aloneSeconds = (seconds) => Math.min(8, seconds / 3);
const settleSeconds = (seconds) => Math.min(10, seconds / 3);

await runScript(async () => {
  const options = benchOptions({
    streams: { usual: 200, shortest: 20, least: 2 },
    seconds: { usual: 60, shortest: 6, least: 20 },
  });
  const held = new HeldMemory();
  const { client, pid, release } = await borrowInstance((line) => console.error(line), { env: held.env });
  if (!release)
    throw new Sentence('An instance runs already; stop it, for this bench has to start one to see its memory.');
  const measured = await measure(client, childOf(pid, 'millionrps-api').pid, held, options);
  printFigures('live', figuresOf(measured), options.json);
  complain(options, measured);
});

/** @param {import('../lab/client.mjs').LabClient} client @param {HeldMemory} held */
async function measure(client, apiPid, held, { streams, seconds }) {
  const [alonePart, settle] = [aloneSeconds(seconds), settleSeconds(seconds)];
  const run = await startRun(client, alonePart + seconds + MARGIN_SECONDS);
  const watch = new ProcessWatch(apiPid);
  await sleep(alonePart * 1000);
  const alone = watch.looks.splice(0);
  const heldMb = [await held.readMb(apiPid)];
  console.error(`opening ${streams} streams for ${seconds} s`);
  const readers = Array.from({ length: streams }, () => new StreamReader(client, run.id));
  const followed = Promise.all(readers.map((reader) => reader.follow()));
  followed.catch(() => {});
  const cutter = setInterval(
    () => readers[Math.floor(Math.random() * Math.floor(streams / 2))]?.cut(),
    1000 / CUTS_PER_SECOND,
  );
  for (const part of [settle, seconds - settle]) {
    await Promise.race([sleep(part * 1000), followed]);
    heldMb.push(await held.readMb(apiPid));
  }
  clearInterval(cutter);
  const crowded = watch.stop();
  const bytes = readers.map((reader) => reader.bytes);
  const connections = readers.reduce((sum, reader) => sum + reader.connections, 0);
  const [last] = await Promise.all([client.finish(run.id), followed]);
  if (last.state !== 'finished') throw new Sentence(`The run ${last.state}: ${last.failure?.sentence}`);
  const rows = new Set(rowsOf(await client.call('GET', `/runs/${run.id}/series`)));
  return { alone, crowded, settle, heldMb, readers, rows, bytes, connections, ...faults(readers, rows, last) };
}

/** One step of light load; with CPUs to spare it is kept to the last one, away from the API and the readers. */
async function startRun(client, durationSeconds) {
  const { id: hostId, facts } = await client.readyHost();
  const spec = specFor(hostId, { path: '/simple', steps: [closedStep(1, durationSeconds)], warmupSeconds: 0 });
  const last = facts.cpus > 1 && facts.onlineCpus === `0-${facts.cpus - 1}` ? String(facts.cpus - 1) : null;
  spec.tuning.targetCpus = last;
  spec.load.toolCpus = last;
  let run = await client.createRun('Live', spec);
  while (run.state !== 'measuring') {
    await sleep(200);
    run = await client.call('GET', `/runs/${run.id}`);
    if (run.endedAtUs !== null) throw new Sentence(`The run ${run.state}: ${run.failure?.sentence}`);
  }
  return run;
}

/** @param {StreamReader[]} readers @param {Set<string>} rows */
function faults(readers, rows, last) {
  const seen = readers.map((reader) => ({ all: reader.rows, once: new Set(reader.rows) }));
  const count = (of) => seen.reduce((sum, reader) => sum + of(reader), 0);
  return {
    lost: count(({ once }) => [...rows].filter((row) => !once.has(row)).length),
    twice: count(({ all, once }) => all.length - once.size),
    foreign: count(({ once }) => [...once].filter((row) => !rows.has(row)).length),
    unfinished: readers.filter(
      (reader) => reader.state !== last.state || reader.states !== last.transitions.length || reader.wentBack > 0,
    ).length,
  };
}

function complain(options, { settle, rows, lost, twice, foreign, unfinished, heldMb }) {
  // Nothing is lost of nothing: the host writes a row a second.
  const { streams, seconds } = options;
  if (rows.size < seconds / 2) throw new Sentence(`The run had ${rows.size} rows in ${seconds} s; see its page.`);
  if (lost + twice + foreign + unfinished > 0)
    throw new Sentence(
      `Of ${streams} streams: ${lost} rows lost, ${twice} twice, ${foreign} that the series does not have, ${unfinished} without the last state.`,
    );
  const rise = heldMb[2] - heldMb[1];
  const risen = `The API held ${rise.toFixed(1)} MB more in the end than after ${settle} s.`;
  holdToGoals(rise > HELD_RISE_LIMIT_MB ? [risen] : [], options);
}

function figuresOf({
  alone,
  crowded,
  settle,
  heldMb,
  readers,
  rows,
  bytes,
  connections,
  lost,
  twice,
  foreign,
  unfinished,
}) {
  const delays = readers.map((reader) => reader.delaysMs.sort((a, b) => a - b)).filter((sorted) => sorted.length > 0);
  const quantile = (q) => delays.map((sorted) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]);
  const cpu = (looks) => looks.map((look) => look.cpuPercent);
  const uncut = bytes.slice(Math.floor(readers.length / 2));
  return [
    figure('live.streams', 'streams', [readers.length]),
    figure('live.connections', 'connections', [connections]),
    figure('live.rows', 'rows', [rows.size]),
    figure('live.rows_lost', 'rows', [lost]),
    figure('live.rows_twice', 'rows', [twice + foreign]),
    figure('live.streams_unfinished', 'streams', [unfinished]),
    figure('live.delay_p50_ms', 'ms', quantile(0.5)),
    figure('live.delay_p99_ms', 'ms', quantile(0.99)),
    figure('live.held_before_mb', 'MB', [heldMb[0]]),
    figure('live.held_settled_mb', 'MB', [heldMb[1]]),
    figure('live.held_end_mb', 'MB', [heldMb[2]]),
    figure('live.rss_before_mb', 'MB', [alone.at(-1).rssMb]),
    figure('live.rss_peak_mb', 'MB', [Math.max(...crowded.map((look) => look.rssMb))]),
    figure('live.cpu_without_percent', '% of a CPU', cpu(alone)),
    figure('live.cpu_with_percent', '% of a CPU', cpu(crowded.slice(settle))),
    figure(
      'live.stream_bytes_per_second',
      'bytes/s',
      uncut.map((b) => b / crowded.length),
    ),
  ];
}
