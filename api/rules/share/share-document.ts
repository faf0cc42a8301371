import type { Comparison } from '../../contract/comparison.ts';
import type { Experiment } from '../../contract/experiment.ts';
import type { RunLatencyOverTime } from '../../contract/latency-over-time.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSeries } from '../../contract/samples.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument, type ShareStatus } from '../../contract/share.ts';
import type { RunStep } from '../../contract/step.ts';
import { withTail } from '../run/run-names.ts';
import { shorten } from '../spec/shorten.ts';
import { hostsOf } from '../verdict/measured-step.ts';
import { mapTexts } from './map-texts.ts';
import { quotedOutput } from './quoted-output.ts';
import { sharedCmdline } from './shared-cmdline.ts';
import { baseName, SharedTargets } from './shared-target.ts';
import { withoutAddresses, withoutAnyAddress } from './without-addresses.ts';

interface Frozen {
  title: string;
  frozenAtUs: number;
  productVersion: string;
}

/** A link travels further than a lab: the addresses of its machines stay out of it. */
export function runDocument(
  frozen: Frozen,
  run: Run,
  series: RunSeries,
  latencyOverTime?: RunLatencyOverTime,
): ShareDocument {
  const targets = new SharedTargets([run]);
  const quiet = retold(run, quotedOutput([run]));
  const told = withoutFolders(targets.sentences(withoutContent(quiet, targets)), [run]);
  const held = { run: told, series, ...(latencyOverTime && { latencyOverTime }) };
  return withoutAddresses({ documentVersion: SHARE_DOCUMENT_VERSION, ...frozen, type: 'run', ...held }, [run]);
}

export function comparisonDocument(frozen: Frozen, comparison: Comparison, series: RunSeries[]): ShareDocument {
  return withoutAddresses(
    { documentVersion: SHARE_DOCUMENT_VERSION, ...frozen, type: 'comparison', comparison: told(comparison), series },
    comparison.runs,
  );
}

/**
 * The experiment with its runs, once it is done; series of so many are left out. Addresses of its other runs (`beside`)
 * are left out, too, as the result says why they failed.
 */
export function experimentDocument(frozen: Frozen, experiment: Experiment, beside: Run[] = []): ShareDocument {
  const asked = experiment.configurations.map(({ spec }) => ({ spec, hosts: [], target: null }));
  const runs = [...beside, ...(experiment.result?.runs ?? [])];
  const quiet = retold(experiment, quotedOutput(runs));
  const { result } = quiet;
  const shown = new SharedTargets(runs).sentences({ ...quiet, result: result && told(result) }, result?.settings);
  return withoutAddresses(
    {
      documentVersion: SHARE_DOCUMENT_VERSION,
      ...frozen,
      type: 'experiment',
      experiment: withoutFolders(shown, runs),
    },
    [...asked, ...runs],
  );
}

/** Without what only the lab should know. */
function told(of: Comparison): Comparison {
  const comparison = retold(of, quotedOutput(of.runs));
  const targets = new SharedTargets(comparison.runs);
  const settings = comparison.settings.map((one) => {
    const row = targets.row(one);
    return row.path.includes('snapshot.')
      ? { ...row, values: row.values.map((value) => value && shared(row.path, value)) }
      : row;
  });
  // Warnings quote what differs.
  const hidden = settings.flatMap((row, at) =>
    !row.path.includes('snapshot.')
      ? []
      : row.values.flatMap((value, of): [string, string][] => {
          const raw = comparison.settings[at]?.values[of] ?? null;
          return raw !== null && value !== null && raw !== value ? [[raw, value]] : [];
        }),
  );
  const warnings = comparison.warnings.map((warning) => ({
    ...warning,
    sentence: hidden.reduce((text, [raw, value]) => text.replaceAll(raw, () => value), warning.sentence),
  }));
  const runs = comparison.runs.map((run) => withoutContent(run, targets));
  const shown = targets.sentences({ ...comparison, runs, settings, warnings }, comparison.settings);
  return withoutFolders(shown, comparison.runs);
}

/** What a host's own program was started with, and what it answers, may be anybody's secret; the reference server has none. */
function withoutContent(of: Run, targets: SharedTargets): Run {
  const run = targets.run(of);
  if (run.spec.target.kind === 'reference' || !run.preflight) return run;
  const answers = run.preflight.answers.map((answer) => ({ ...answer, headers: [], bodyStart: '' }));
  const quoting = answers.flatMap(({ fault }) => (fault === null || withoutReason(fault) === fault ? [] : [fault]));
  return withoutReasons({ ...run, preflight: { ...run.preflight, answers } }, quoting);
}

/** Why an answer was none: the agent may quote what came in its place, and the failure of the run quotes the agent. */
const withoutReason = (fault: string): string =>
  fault.replace(/^(was not answered|cannot be asked): .*|, but .*/s, '$1');

const withoutReasons = (run: Run, faults: string[]): Run =>
  retold(
    run,
    faults.map((fault) => [fault, withoutReason(fault)]),
  );

/** Programs that took CPUs from the target are named without their folders, in sentences that quote them, too. */
function withoutFolders<T>(document: T, runs: Run[]): T {
  const sides = runs.flatMap(({ steps }) => steps.flatMap(({ evidence }) => (evidence ? hostsOf(evidence) : [])));
  const programs = sides.flatMap(({ competitors }) => competitors?.flatMap(({ program }) => program ?? []) ?? []);
  // The longest first: one may begin as another one does.
  const each = [...new Set(programs)].sort((a, b) => b.length - a.length);
  return retold(
    document,
    each.map((program) => [program, baseName(program)]),
  );
}

/** Not in commands: they are what was called, and a script calls it again. */
function retold<T>(document: T, words: [text: string, instead: string][]): T {
  const told = (text: string): string => words.reduce((sofar, [from, to]) => sofar.replaceAll(from, () => to), text);
  return words.length === 0 ? document : mapTexts(document, (text, field) => (COMMANDS.has(field) ? text : told(text)));
}

const COMMANDS: ReadonlySet<string> = new Set(['command', 'warmupCommand'] satisfies (keyof RunStep)[]);

const shared = (path: string, value: string): string =>
  path.endsWith('snapshot.kernel/cmdline') ? sharedCmdline(value) : withoutAnyAddress(value);

/** `Demo /read`, or `Demo /simple against Demo /read`: the baseline last. */
export function defaultTitle(runs: Pick<Run, 'id' | 'name'>[], baselineRunId: string | null): string {
  const baseline = runs.find((run) => run.id === baselineRunId) ?? runs[0];
  const others = runs.filter((run) => run !== baseline);
  const called = (run: (typeof runs)[number]): string => withTail(run, runs);
  const against = baseline ? ` against ${called(baseline)}` : '';
  const title = others.length === 0 ? baseline?.name : `${others.map(called).join(', ')}${against}`;
  return shorten(title ?? '', 120);
}

export function shareStatus(
  share: { revokedAtUs: number | null; expiresAtUs: number | null },
  nowUs: number,
): ShareStatus {
  if (share.revokedAtUs !== null) return 'revoked';
  return share.expiresAtUs !== null && share.expiresAtUs <= nowUs ? 'expired' : 'open';
}
