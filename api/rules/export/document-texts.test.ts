import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { appliedKnob, documentOf, drivenRun, tuningOf } from '../../testing/driven-run.ts';
import { experimentDocument } from '../../testing/sample-experiment.ts';
import { latency, samplePoint, sampleRun } from '../../testing/sample-run.ts';
import { compareRuns } from '../comparison/compare-runs.ts';
import { documentScript } from '../script/document-script.ts';
import { scriptFault } from '../script/script-fault.ts';
import { runsOf } from '../script/wording.ts';
import { comparisonDocument } from '../share/share-document.ts';
import { upgradeDocument } from '../share/share-upgrade.ts';
import { csvText } from './csv.ts';
import { documentCsv } from './document-csv.ts';
import { documentMarkdown } from './document-markdown.ts';
import { exportedFile } from './export-file.ts';
import { stableJson } from './stable-json.ts';
import { STEP_COLUMNS } from './step-columns.ts';

const frozen = { title: 'A against B', frozenAtUs: 1, productVersion: '1' };
const experiment = () => experimentDocument({ target: ['/opt/server'], commands: [['/opt/a'], ['/opt/b']] });
const comparison = (): ShareDocument => {
  const runs = [
    sampleRun({ id: 'a' }),
    sampleRun({ id: 'b', load: { toolWorkers: 3 }, points: [samplePoint({ requestsPerSecond: 20_000 }), null] }),
  ];
  return comparisonDocument(frozen, compareRuns(runs, 'a'), []);
};

/** As RFC 4180 has it, which is all that a reader knows. */
function parsed(csv: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  const [head = [], ...body] = rows;
  for (const row of body) expect(row).toHaveLength(head.length);
  return body.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

describe('CSV', () => {
  it('has every figure of a step under a name with its unit, and nothing for what is not known', () => {
    const point = samplePoint({
      requestsPerSecond: 1234.5,
      latencyMs: latency({ p99: 0.25, p99_99: null }),
      unsent: null,
    });
    const rows = parsed(documentCsv(documentOf(sampleRun({ id: 'a', points: [point, null] }))));
    expect(rows[0]).toMatchObject({
      step: '1',
      requests_per_second: '1234.5',
      latency_ms_p99: '0.25',
      latency_ms_p99_99: '',
      unsent_requests: '',
      server_cpu_us_per_request: '20',
    });
    expect(rows[1]).toMatchObject({
      step: '2',
      status: 'failed',
      failure: 'It broke.',
      requests_per_second: '',
      latency_ms_p99: '',
    });
    expect(new Set(STEP_COLUMNS.map(({ name }) => name)).size).toBe(STEP_COLUMNS.length);
  });

  it.each(['=1+1', '+A1', '-1-1', '@SUM(A1)', ' =1', '＝1'])('is no formula of a spreadsheet: %j', (name) => {
    const [row] = parsed(documentCsv(documentOf({ ...sampleRun({ id: 'a' }), name })));
    expect(row?.run).toBe(`'${name}`);
  });

  it('is none after what may end a cell, in any country', () => {
    const [row] = parsed(
      documentCsv(documentOf({ ...sampleRun({ id: 'a' }), name: '\ta;=1+1\t@SUM(A1)\n\n  -1-1;b' })),
    );
    expect(row?.run).toBe("'\ta;'=1+1\t'@SUM(A1)\n\n'  -1-1;b");
  });

  it.each(['\n', ' ', ';', '\t '])('costs no more than its length, of whatever it is made: %j', (part) => {
    const name = part.repeat(200_000);
    const startedMs = performance.now();
    csvText([{ name: 'x', of: () => name }], [{}]);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it('takes any name', () => {
    const name = 'a,"b"\r\nc';
    expect(parsed(documentCsv(documentOf({ ...sampleRun({ id: 'a' }), name })))[0]?.run).toBe(name);
  });

  it('tells the side of each run, and the round of each', () => {
    expect(
      parsed(documentCsv(comparison())).map(({ letter, side_runs, baseline, step }) => [
        letter,
        side_runs,
        baseline,
        step,
      ]),
    ).toEqual([
      ['A', 'A', 'true', '1'],
      ['A', 'A', 'true', '2'],
      ['B', 'B', 'false', '1'],
      ['B', 'B', 'false', '2'],
    ]);
    const first = parsed(documentCsv(experiment())).filter(({ step }) => step === '1');
    expect(first.map(({ round, place_in_round, configuration }) => [round, place_in_round, configuration])).toEqual([
      ['1', '1', 'pinned'],
      ['1', '2', 'baseline'],
      ['2', '1', 'baseline'],
      ['2', '2', 'pinned'],
    ]);
  });
});

describe('Markdown', () => {
  const judged = (): Run => {
    const run = drivenRun(['/opt/server', '--port', '9'], ['/opt/tool', "it's"], {
      name: 'Run *one* | two',
      tuning: [tuningOf([appliedKnob('sysctls', 'sysctl/net.core.somaxconn', { before: '128', asked: '4096' })])],
      findings: [
        { code: 'too-short', severity: 'note', hostId: null, stepIndex: 1, sentence: 'It was short.' },
        { code: 'errors', severity: 'suspect', hostId: null, stepIndex: null, sentence: 'It had errors.' },
      ],
    });
    const judgement = {
      validity: 'valid' as const,
      wall: 'client-cpu' as const,
      walls: [],
      confidence: 'measured' as const,
      lowerBound: true,
      sentence: 'At least 10,000.',
      because: 'Its CPU was saturated.',
      next: 'Use a bigger client.',
    };
    const row = {
      resource: 'cpu',
      side: 'client' as const,
      label: 'client CPU',
      unit: 'CPUs',
      usedLow: 3.5,
      usedHigh: 3.9,
      ceiling: 4,
      percentLow: 87.5,
      percentHigh: 97.5,
      fullAtPercent: 85,
      source: 'samples',
    };
    const steps = run.steps.map((step) => ({ ...step, verdict: { ...judgement, littlesRatio: 1, evidence: [row] } }));
    return { ...run, steps, verdict: { ...judgement, version: 1, stepIndex: 0 } };
  };

  it('tells a run in the words of its page, the verdict first', () => {
    const run = judged();
    const document = { ...documentOf(drivenRun([], [])), type: 'run' as const, run };
    const text = documentMarkdown(document as ShareDocument, 'http://lab/runs/1');
    const order = [
      '# Run \\*one\\* \\| two',
      '**At least 10,000.**',
      'Next: Use a bigger client.',
      '| client CPU | client | 3.5 to 3.9 CPUs | 4 CPUs |',
      '- suspect: It had errors.',
      '- note (step 2): It was short.',
      '## Steps',
      '10 connections',
      '## Settings',
      '## Tuning',
      '| 128 | 4096 | 4096 |',
      '## Commands',
      "/opt/tool 'it'\\''s'",
      '[Open it there](http://lab/runs/1)',
    ];
    let from = 0;
    for (const part of order) {
      expect(text.indexOf(part, from), part).toBeGreaterThanOrEqual(from);
      from = text.indexOf(part, from);
    }
  });

  it('marks a suspect figure, and keeps its column of numbers right', () => {
    const run = judged();
    const steps = run.steps.map(
      (step) => step.verdict && { ...step, verdict: { ...step.verdict, validity: 'suspect' } },
    );
    const document = { ...documentOf(drivenRun([], [])), type: 'run', run: { ...run, steps } };
    const row = documentMarkdown(document as unknown as ShareDocument, null)
      .split('\n')
      .find((line) => line.includes('| suspect |'));
    expect(row).toMatch(/\| \\~[\d,]+ \|/);
  });

  it('says of a comparison and an experiment what the API says', () => {
    for (const document of [comparison(), experiment()]) {
      const told = documentMarkdown(document, null).replaceAll('\\', '');
      const result =
        document.type === 'comparison'
          ? document.comparison
          : document.type === 'experiment' && document.experiment.result;
      if (!result) throw new Error('no result');
      expect(told).toContain(result.headline);
      for (const { sentence } of [...result.outcomes, ...result.warnings]) expect(told).toContain(sentence);
    }
    const told = documentMarkdown(experiment(), null);
    expect(told).toContain('It **does**.');
    expect(told).toContain('tool workers = 2');
    expect(told).toMatch(/\| 1 \| pinned, baseline \|/);
  });

  it('keeps fences and tables whole whatever a command holds', () => {
    const text = documentMarkdown(documentOf(drivenRun(['/opt/x', '```\n# no heading'], [])), null);
    expect(text).toContain("````sh\n# target\n/opt/x '```\n# no heading'\n````");
  });
});

describe('a document of an old link', () => {
  const folder = path.join(import.meta.dirname, '../../testing/shares');
  it.each(readdirSync(folder))('is told in every form: %s', (name) => {
    const document = upgradeDocument(JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
    const steps = runsOf(document).flatMap((run) => run.steps);
    expect(parsed(documentCsv(document))).toHaveLength(steps.length);
    expect(documentMarkdown(document, null)).toContain('requests per second');
    if (scriptFault(document, []) === null)
      expect(documentScript(document, { inputs: [], ownTargets: new Map(), ownIdentities: new Map() }, 'x')).toContain(
        'drive step-01',
      );
  });
});

it('names a file so that every system takes it', () => {
  expect(exportedFile('Größe: a/b "c"\n$(d)', 'script', '')).toMatchObject({ name: 'gro-e-a-b-c-d.sh' });
  expect(exportedFile('日本', 'csv', '')).toMatchObject({
    name: 'millionrps.csv',
    mediaType: 'text/csv; charset=utf-8; header=present',
  });
});

it('gives the same bytes for the same, however its keys were stored', () => {
  expect(stableJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}\n');
});
