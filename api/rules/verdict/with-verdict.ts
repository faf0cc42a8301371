import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import type { Finding, PointVerdict, Validity } from '../../contract/verdict.ts';
import { FINDINGS } from '../../contract/words.ts';
import { bySeverity } from '../findings/findings.ts';
import { hostFindings } from '../findings/findings-of-hosts.ts';
import { loadFindings } from '../findings/findings-of-load.ts';
import { stalled } from '../findings/stalled.ts';
import { checkedText, isUnchecked } from '../findings/unchecked.ts';
import { unsteady } from '../findings/unsteady.ts';
import { bestOf } from '../load/best-step.ts';
import { retryFindings } from './backend/retries.ts';
import { evidenceRows } from './evidence-rows.ts';
import { labels } from './labels.ts';
import { addressLabels } from './labels-of-addresses.ts';
import { isH2, isPaced, mayBeRated, reconnects, runLabels } from './labels-of-run.ts';
import { inFlightOf, littlesLaw, littlesRatio } from './littles-law.ts';
import { type MeasuredStep, measuredSteps } from './measured-step.ts';
import { type JudgedStep, runVerdict } from './run-verdict.ts';
import { situationOf } from './situation.ts';
import { wallOfStep } from './wall-of-step.ts';

/**
 * A run, measured or imported, with its findings, a verdict for each point and one for the run, by its best point. Made
 * from what the run holds alone, and made anew whenever the rules change.
 */
export function withVerdict(run: Run): Run {
  const measured = measuredSteps(run);
  const findings = findingsOf(run, measured);
  const usable = measured.filter((step) => validityOf(run, step, findings) !== 'invalid');
  const judged = new Map(
    measured.map((step): [number, JudgedStep] => {
      const own = ofPoint(step.index, findings);
      return [step.index, { ...step, verdict: pointVerdict(run, step, usable, own) }];
    }),
  );
  const steps = run.steps.map((step): RunStep => judged.get(step.index) ?? { ...step, verdict: null });
  const verdict = runVerdict([...judged.values()], isH2(run), run.spec.load.search);
  const best = bestOf(
    steps.filter(({ index }) => index === verdict?.stepIndex),
    run.spec.load.search,
  );
  return { ...run, steps, best, findings, verdict };
}

function findingsOf(run: Run, steps: MeasuredStep[]): Finding[] {
  const given = run.findings.filter(({ code }) => FINDINGS[code].from === 'run');
  if (steps.length === 0) return given;
  const found = [
    ...steps.flatMap((step) => [
      ...littlesLaw(step, {
        reconnecting: reconnects(run),
        streams: isH2(run),
        mayBeRated: mayBeRated(run),
        paced: isPaced(run),
      }),
      ...loadFindings(step, run, steps),
      ...unsteady(step),
      ...stalled(step),
      ...hostFindings(step, run),
      ...retryFindings(step),
    ]),
    ...given,
    ...runLabels(run),
    ...labels(steps, run),
    ...addressLabels(run, steps),
  ];
  return bySeverity(found);
}

/** What is said of a point: of its step, and of the whole run. */
const ofPoint = (stepIndex: number, findings: Finding[]): Finding[] =>
  findings.filter((finding) => finding.stepIndex === null || finding.stepIndex === stepIndex);

function validityOf(run: Run, step: MeasuredStep, findings: Finding[]): Validity {
  const severities = new Set(ofPoint(step.index, findings).map(({ severity }) => severity));
  if (severities.has('invalid')) return 'invalid';
  if (severities.has('suspect')) return 'suspect';
  return isUnchecked(run, step) ? 'unchecked' : 'valid';
}

function pointVerdict(run: Run, step: MeasuredStep, usable: MeasuredStep[], findings: Finding[]): PointVerdict {
  const inFlight = inFlightOf(step);
  const validity = validityOf(run, step, findings);
  const found = wallOfStep(situationOf(run, step, usable, findings));
  return {
    validity,
    ...found,
    because: [found.because, checkedText(run, step, validity)].filter(Boolean).join(' '),
    littlesRatio: inFlight && littlesRatio(inFlight),
    evidence: evidenceRows(step, run),
  };
}
