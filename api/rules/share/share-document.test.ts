import { expect, it } from 'vitest';
import type { StepEvidence } from '../../contract/evidence.ts';
import type { RunSeries } from '../../contract/samples.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { reference } from '../../testing/fake-agent.ts';
import { HOST_ID, sampleRun } from '../../testing/sample-run.ts';
import { compareRuns } from '../comparison/compare-runs.ts';
import { comparisonDocument, runDocument } from './share-document.ts';

it('takes no argument of a host’s own target out of the lab', () => {
  const plain = sampleRun({ id: 'a' });
  const target = plain.target && { ...plain.target, command: ['/usr/bin/x', '--password=hunter2'] };
  const frozen = { title: 't', frozenAtUs: 1, productVersion: '1' };
  const series = { hosts: [] } as unknown as RunSeries;
  const document = (spec: Partial<RunSpec>) =>
    runDocument(frozen, { ...plain, spec: { ...plain.spec, ...spec }, target }, series);
  expect(JSON.stringify(document({ target: { kind: 'listening', port: 8080, tls: false } }))).not.toContain('hunter2');
  expect(document({ target: { kind: 'named', name: 'x', tls: false, parameters: [] } })).toMatchObject({
    run: { target: { command: ['x'] } },
  });
  expect(document({})).toMatchObject({ run: { target } });
});

it('takes no header or body that a host’s own service answered out of the lab', () => {
  const plain = sampleRun({ id: 'a', spec: { target: { kind: 'listening', port: 8080, tls: false } } });
  const answer = {
    method: 'GET',
    path: '/me',
    attempts: 1,
    status: 200,
    protocol: 'HTTP/1.1',
    headers: [{ name: 'Set-Cookie', value: 'session=hunter2' }],
    bodyBytes: 17,
    bodyStart: '{"name":"hunter2"}',
    tookUs: 900,
    fault: null,
  };
  const quoted = { ...answer, status: null, fault: 'was not answered: malformed HTTP status code "hunter2.corp"' };
  const cut = { ...answer, fault: 'answered 200 OK, but malformed chunk "hunter2"' };
  const failure = { code: 'preflight-failed', sentence: `GET /me ${quoted.fault}. No load was driven.` };
  const run = { ...plain, failure, preflight: { hostId: HOST_ID, answers: [answer, quoted, cut] } };
  const series = { hosts: [] } as unknown as RunSeries;
  const document = runDocument({ title: 't', frozenAtUs: 1, productVersion: '1' }, run, series);
  expect(document).toMatchObject({
    run: {
      failure: { sentence: 'GET /me was not answered. No load was driven.' },
      preflight: {
        answers: [{ status: 200, bodyBytes: 17 }, { fault: 'was not answered' }, { fault: 'answered 200 OK' }],
      },
    },
  });
  expect(JSON.stringify(document)).not.toContain('hunter2');
});

it('names a program that took CPUs from the target without its folder, in what quotes it, too', () => {
  const plain = sampleRun({ id: 'a' });
  const program = '/home/ada/secret/server';
  const command = [program, 'volley', '--json'];
  const sentence = `other processes used 0.90 of its 2 CPUs: ${program}[601] 0.9 CPUs.`;
  const competitors = [{ name: 'server', cpus: 0.9, pid: 601, program }];
  const steps = plain.steps.map((step) => ({
    ...step,
    command,
    evidence: { server: { competitors }, clients: [] } as unknown as StepEvidence,
  }));
  const findings = [
    { code: 'competing-load' as const, severity: 'suspect' as const, hostId: null, stepIndex: 0, sentence },
  ];
  const frozen = { title: 't', frozenAtUs: 1, productVersion: '1' };
  const document = runDocument(frozen, { ...plain, steps, findings }, { hosts: [] } as unknown as RunSeries);
  expect(document).toMatchObject({ run: { findings: [{ sentence: sentence.replace('/home/ada/secret/', '') }] } });
  // What was called is called again by a script, whatever else the same program did.
  const shared = document.type === 'run' ? document.run.steps : [];
  expect(shared.map((step) => step.command)).toEqual(steps.map(() => command));
  const rest = { ...document, run: { steps: shared.map((step) => ({ ...step, command: [] })) } };
  expect(JSON.stringify(rest)).not.toContain('secret');
});

it('takes no secret of a kernel’s command line out of the lab, neither in a row nor in the warning that quotes it', () => {
  const plain = sampleRun({ id: 'a' });
  const runs = [plain, sampleRun({ id: 'b', spec: { target: reference({ prefork: true }) } })];
  const states = ['ks=http://10.1.2.3/ks?password=hunter2 mitigations=off', 'quiet'].map((cmdline, at) => ({
    runId: runs[at]?.id ?? '',
    hostId: HOST_ID,
    values: { 'kernel/cmdline': cmdline },
  }));
  const comparison = compareRuns(runs, 'a', states);
  expect(JSON.stringify(comparison.warnings)).toContain('hunter2');
  const document = comparisonDocument({ title: '', frozenAtUs: 1, productVersion: '1' }, comparison, []);
  if (document.type !== 'comparison') throw new Error('not a comparison');
  expect(JSON.stringify(document)).not.toMatch(/hunter2|10\.1\.2\.3/);
  const row = document.comparison.settings.find(({ path }) => path.endsWith('kernel/cmdline'));
  expect(row?.values).toEqual(['mitigations=off (1 left out)', 'quiet']);
  expect(document.comparison.warnings.map(({ sentence }) => sentence).join()).toContain(
    'mitigations=off (1 left out) → quiet',
  );
});
