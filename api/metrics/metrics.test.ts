import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Benchmark, MeasuredRevision } from '../contract/benchmark.ts';
import type { Instance } from '../contract/instance.ts';
import { ownInstanceId } from '../platform/store/instance-id.ts';
import { sweep } from '../sweep.ts';
import { closedStep, FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

vi.setConfig({ testTimeout: 120_000 });

let lab: TestLab;
beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  await ownInstanceId(lab.lab.database.db);
});
afterEach(() => lab.close());

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"/y;

/** As strict as the description of the text format: families in one piece, each with its type before its samples. */
function parse(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const seen = new Set<string>();
  let family = '';
  return text
    .slice(0, -1)
    .split('\n')
    .flatMap((line) => {
      const [, what, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line) ?? [];
      if (what === 'HELP') {
        expect(seen.has(name), `${name} comes twice`).toBe(false);
        seen.add(name);
        family = name;
        return [];
      }
      if (what === 'TYPE') {
        expect([name, rest]).toEqual([family, 'gauge']);
        return [];
      }
      const [, own, inside, figure] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      expect(own, line).toBe(family);
      const value = Number(figure);
      expect(Number.isFinite(value), line).toBe(true);
      return [{ name: family, labels: labelsOf(inside ?? ''), value }];
    });
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    LABEL.lastIndex = at;
    const [whole = '', name = '', value = ''] = LABEL.exec(text) ?? [];
    expect(whole, text).not.toBe('');
    labels[name] = value.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
    at += whole.length;
    if (at < text.length) expect(text[at++]).toBe(',');
  }
  return labels;
}

async function scrape(): Promise<{ type: string | null; samples: Sample[]; text: string }> {
  const reply = await fetch(`${lab.url}/api/v1/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  expect(reply.status).toBe(200);
  const text = await reply.text();
  return { type: reply.headers.get('content-type'), samples: parse(text), text };
}

it('tells the newest point of a benchmark and how the instance is', async () => {
  const agent = await FakeAgent.join(lab, 'builder');
  const play = new ExperimentPlay(lab, agent);
  const spec = specFor(agent.hostId, { steps: [closedStep(10)] });
  const primary = { metric: 'requestsPerSecond', stepIndex: 0 };
  const name = 'a "quoted" \\ name';
  const design = { spec, reference: null, rounds: 3, primary, marginPercent: 2 };
  const call = person(lab);
  const { body: made } = await call<Benchmark>('POST', '/benchmarks', { name, design });
  const before = await scrape();
  expect(before.samples.filter((one) => one.name.startsWith('millionrps_benchmark'))).toEqual([]);
  for (const label of ['v1', 'v2']) {
    const { body } = await call<MeasuredRevision>('POST', `/benchmarks/${made.id}/points`, { label });
    await play.skip(body.experimentId, 6, (_, round) => (label === 'v1' ? 8000 : 9000) + 10 * round);
    await play.readDone(body.experimentId);
    await sweep(lab.lab);
    lab.skipMs(60_000);
    await agent.heartbeat(null);
  }
  await call('POST', '/runs', { name: 'one that runs', spec });
  await call('POST', '/runs', { name: 'one that waits', spec });
  const { type, samples, text } = await scrape();
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  const of = (metric: string) => samples.filter((one) => one.name === `millionrps_${metric}`);
  const value = (metric: string) => of(metric)[0]?.value;
  expect(['runs_queued', 'runs_under_way', 'hosts', 'agents_connected', 'leases'].map(value)).toEqual([1, 1, 1, 1, 1]);
  expect(['webhook_deliveries_pending', 'event_streams_open'].map(value)).toEqual([0, 0]);
  expect(value('sweep_timestamp_seconds')).toBeCloseTo(lab.lab.nowUs() / 1e6 - 60, 0);
  const { body: instance } = await call<Instance>('GET', '/instance');
  const said = (name: string) => instance.parts.find(({ part }) => part === name)?.sentence;
  expect([said('queue'), said('agents')]).toEqual(['1 run under way, 1 waiting.', '1 of 1 host online.']);
  expect(instance.agents).toEqual([{ version: '0.1.0', hosts: 1, online: 1 }]);
  expect(instance.kept.find(({ what }) => what === 'Audit log')?.days).toBe(730);
  const [throughput, ...others] = of('benchmark_value').filter(({ labels }) => labels.metric === 'requestsPerSecond');
  expect(others).toEqual([]);
  expect(throughput?.labels.benchmark).toBe(name);
  expect(throughput?.value).toBeCloseTo(9010, -1);
  expect(Object.keys(throughput?.labels ?? {})).toEqual(['benchmark', 'host_class', 'metric']);
  expect(of('benchmark_gap').map((one) => one.value)).toContain(0);
  expect(of('benchmark_alerts').find(({ labels }) => labels.state === 'confirmed')?.value).toBe(0);
  expect(text).not.toContain('v2');
});
