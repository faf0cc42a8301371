#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:live`: 200 event streams of one real run, open for a minute. Half of them are left alone; of the other
 * half 20 a second are cut off in the middle of whatever they read, and come back. Every stream has to have every row
 * of the series once, and the run's last state; else this fails.
 * delay: from the moment a frame was taken to its row at a reader. cpu: share of one CPU that the API's process uses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { borrowInstance } from '../lab/borrow.mjs';
import { closedStep, specFor } from '../lab/client.mjs';
import { exitWithSentence, Sentence } from '../start/sentence.mjs';
import { childOf } from '../test/instance/processes.mjs';
import { figure, printFigures } from './figures.mjs';
import { ProcessWatch, risePerMinuteMb } from './process-watch.mjs';
import { rowsOf, StreamReader } from './stream-reader.mjs';

const CUTS_PER_SECOND = 20;
const ALONE_SECONDS = 8;
const SETTLE_SECONDS = 10;
const MARGIN_SECONDS = 4;

await exitWithSentence(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      streams: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const [streams, seconds] = [Number(values.streams), Number(values.seconds)];
  if (!(streams >= 2 && seconds > SETTLE_SECONDS))
    throw new Sentence(`Use at least 2 --streams and more than ${SETTLE_SECONDS} --seconds.`);
  const { client, pid, release } = await borrowInstance((line) => console.error(line));
  try {
    const measured = await measure(client, childOf(pid, 'api/main.ts').pid, streams, seconds);
    const { lost, twice, foreign, unfinished } = measured;
    printFigures('live', figuresOf(measured), values.json);
    if (lost + twice + foreign + unfinished > 0)
      throw new Sentence(
        `Of ${streams} streams: ${lost} rows lost, ${twice} twice, ${foreign} that the series does not have, ${unfinished} without the last state.`,
      );
  } finally {
    await release?.();
  }
});

/** @param {import('../lab/client.mjs').LabClient} client */
async function measure(client, apiPid, streams, seconds) {
  const run = await startRun(client, ALONE_SECONDS + seconds + MARGIN_SECONDS);
  const watch = new ProcessWatch(apiPid);
  await sleep(ALONE_SECONDS * 1000);
  const alone = watch.looks.splice(0);
  console.error(`opening ${streams} streams for ${seconds} s`);
  const readers = Array.from({ length: streams }, () => new StreamReader(client, run.id));
  const followed = Promise.all(readers.map((reader) => reader.follow()));
  const cutter = setInterval(
    () => readers[Math.floor(Math.random() * Math.floor(streams / 2))]?.cut(),
    1000 / CUTS_PER_SECOND,
  );
  await Promise.race([sleep(seconds * 1000), followed]);
  clearInterval(cutter);
  const crowded = watch.stop();
  const bytes = readers.map((reader) => reader.bytes);
  const connections = readers.reduce((sum, reader) => sum + reader.connections, 0);
  const [last] = await Promise.all([client.finish(run.id), followed]);
  if (last.state !== 'finished') throw new Sentence(`The run ${last.state}: ${last.failure?.sentence}`);
  const rows = new Set(rowsOf(await client.call('GET', `/runs/${run.id}/series`)));
  console.error(`${connections} connections, ${rows.size} rows in the series`);
  return { alone, crowded, readers, bytes, connections, ...faults(readers, rows, last) };
}

/** One step of light load; with CPUs to spare it is kept to the last one, away from the API and the readers. */
async function startRun(client, durationSeconds) {
  const { id: hostId, facts } = await client.readyHost();
  const spec = specFor(hostId, { path: '/simple', steps: [closedStep(1, durationSeconds)], warmupSeconds: 0 });
  const cpus = facts.cpus > 1 && facts.onlineCpus === `0-${facts.cpus - 1}` ? String(facts.cpus - 1) : null;
  spec.tuning.targetCpus = cpus;
  spec.load.toolCpus = cpus;
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

function figuresOf({ alone, crowded, readers, bytes, connections, lost, twice, foreign, unfinished }) {
  const settled = crowded.slice(SETTLE_SECONDS);
  const delays = readers.map((reader) => reader.delaysMs.sort((a, b) => a - b)).filter((sorted) => sorted.length > 0);
  const quantile = (q) => delays.map((sorted) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]);
  const rss = (looks) => looks.map((look) => look.rssMb);
  const cpu = (looks) => looks.map((look) => look.cpuPercent);
  const left = Math.floor(readers.length / 2);
  return [
    figure('live.streams', 'streams', [readers.length]),
    figure('live.connections', 'connections', [connections]),
    figure('live.rows_lost', 'rows', [lost]),
    figure('live.rows_twice', 'rows', [twice + foreign]),
    figure('live.streams_unfinished', 'streams', [unfinished]),
    figure('live.delay_p50_ms', 'ms', quantile(0.5)),
    figure('live.delay_p99_ms', 'ms', quantile(0.99)),
    figure('live.rss_before_mb', 'MB', rss(alone.slice(-3))),
    figure('live.rss_10s_mb', 'MB', rss(crowded.slice(SETTLE_SECONDS - 2, SETTLE_SECONDS + 1))),
    figure('live.rss_end_mb', 'MB', rss(crowded.slice(-3))),
    figure('live.rss_rise_mb_per_minute', 'MB/min', [risePerMinuteMb(settled)]),
    figure('live.api_cpu_alone_percent', '% of a CPU', cpu(alone)),
    figure('live.api_cpu_streams_percent', '% of a CPU', cpu(settled)),
    figure(
      'live.stream_bytes_per_second',
      'bytes/s',
      bytes.slice(left).map((b) => b / crowded.length),
    ),
  ];
}
