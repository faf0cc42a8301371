#!/usr/bin/env node
// @ts-check
/**
 * `npm run demo`: measures /simple against /read on this machine, without a browser, compares them and shares that.
 * `--json` prints one object; `--keep` leaves an instance that the demo started running until Ctrl-C.
 */
import { parseArgs } from 'node:util';
import { borrowInstance } from './lab/borrow.mjs';
import { closedStep, specFor } from './lab/client.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';

const ROUTES = /** @type {const} */ (['/simple', '/read']);
/** A demo's link is not to stay open for ever on an instance that goes on. */
const SHARED_DAYS = 30;
/** Shorter ones are too short for a steady figure. */
const STEP_SECONDS = 6;
const STEPS = [closedStep(10, STEP_SECONDS), closedStep(50, STEP_SECONDS)];

await runScript(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
  });
  const say = (line) => (values.json ? process.stderr : process.stdout).write(`${line}\n`);
  const { client, release, link } = await borrowInstance(say);
  try {
    const runs = [];
    for (const path of ROUTES) runs.push(await measure(client, path, say));
    const compared = await compare(client, runs);
    if (values.json) {
      const found = { runs: runs.map((run) => toJson(run, client.url)), ...compared };
      process.stdout.write(`${JSON.stringify(found)}\n`);
    } else print(runs, client.url, compared, say);
    if (!release) return;
    if (values.keep) await untilStopped(client.url, link, say);
    else say('\nThese pages open while an instance runs: npm start, or npm run demo -- --keep');
  } finally {
    await release?.();
  }
});

/** Both runs side by side: what that comes to, and links to it, of which one opens without signing in. */
async function compare(client, runs) {
  const runIds = runs.map((run) => run.id);
  const [baselineRunId] = runIds;
  const query = `runs=${runIds.join(',')}&baseline=${baselineRunId}`;
  const { headline } = await client.call('GET', `/comparison?${query}`);
  const { url } = await client.call('POST', '/shares', { runIds, baselineRunId, expiresInDays: SHARED_DAYS });
  return { headline, compareUrl: `${client.url}/compare?${query}`, shareUrl: url };
}

async function untilStopped(url, link, say) {
  say(`\nThe instance goes on at ${url} until Ctrl-C.`);
  if (link) say(`Sign in once with ${link}`);
  // A signal is how it ends.
  process.exitCode = 0;
  await new Promise(() => {});
}

async function measure(client, path, say) {
  const host = await client.readyHost();
  const { id } = await client.createRun(`Demo ${path}`, specFor(host.id, { path, steps: STEPS, tool: 'volley' }));
  let last = '';
  const run = await client.finish(id, ({ state, progress }) => {
    const step = progress.stepIndex === null ? '' : ` step ${progress.stepIndex + 1} of ${progress.stepCount}`;
    const left = progress.remainingUs ? `, ${Math.ceil(progress.remainingUs / 1e6)} s left` : '';
    const line = `${path}: ${state}${step}`;
    if (line !== last) say(line + left);
    last = line;
  });
  if (run.state !== 'finished') throw new Sentence(`The run of ${path} ${run.state}: ${run.failure?.sentence}`);
  return run;
}

function points(run) {
  return run.steps.flatMap(({ point, verdict }) => {
    if (!point) return [];
    const { p50, p99, resolutionUs } = point.latencyMs;
    return [
      {
        connections: point.connectionsAsked,
        requestsPerSecond: point.requestsPerSecond,
        latencyMs: { p50, p99 },
        // Below it a latency is shown as less than that: 0 ms are under 1 ms of a tool that counts whole ones.
        latencyResolutionUs: resolutionUs,
        serverCpuUsPerRequest: point.serverCpuUsPerRequest,
        clientCpuUsPerRequest: point.clientCpuUsPerRequest,
        validity: verdict?.validity ?? null,
        wall: verdict?.wall ?? null,
        sentence: verdict?.sentence ?? null,
      },
    ];
  });
}

function toJson(run, url) {
  const { path } = run.spec.requests[0];
  const { validity, wall, sentence, next } = run.verdict ?? {};
  const findings = run.findings.map(({ code, severity, stepIndex, sentence }) => ({
    code,
    severity,
    stepIndex,
    sentence,
  }));
  const verdict = run.verdict ? { validity, wall, sentence, next } : null;
  return { id: run.id, path, url: `${url}/runs/${run.id}`, verdict, findings, points: points(run) };
}

function print(runs, url, { headline, compareUrl, shareUrl }, say) {
  const number = (value, digits = 0) =>
    value === null
      ? '–'
      : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const latency = (ms, resolutionUs) =>
    ms !== null && ms * 1000 < resolutionUs ? `<${resolutionUs / 1000}` : number(ms, 2);
  const rows = runs.flatMap((run) =>
    points(run).map((p) => [
      run.spec.requests[0].path,
      number(p.connections),
      `${p.validity === 'valid' ? '' : '~'}${number(p.requestsPerSecond)}`,
      latency(p.latencyMs.p50, p.latencyResolutionUs),
      latency(p.latencyMs.p99, p.latencyResolutionUs),
      number(p.serverCpuUsPerRequest, 1),
      number(p.clientCpuUsPerRequest, 1),
      p.validity ?? 'not judged',
    ]),
  );
  const head = ['route', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'server µs/req', 'client µs/req', 'worth'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  say('');
  for (const row of [head, ...rows]) {
    say(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '));
  }
  say('\nlatency: closed loop; CPU: of the whole process tree; ~: not valid, for the reason below');
  for (const run of runs) tellVerdict(run, say);
  say(`\nside by side: ${headline}\n`);
  for (const run of runs) say(`${run.name}: ${url}/runs/${run.id}`);
  say(`side by side: ${compareUrl}`);
  say(`to share, opens without signing in for ${SHARED_DAYS} days: ${shareUrl}`);
}

/** What the run's best figure is worth and what limited it, and what makes a figure doubtful. */
function tellVerdict({ name, verdict, findings }, say) {
  say(`\n${name}: ${verdict ? `${verdict.sentence} ${verdict.next}` : 'not judged.'}`);
  for (const { severity, sentence } of findings) if (severity !== 'note') say(`  ${severity}: ${sentence}`);
}
