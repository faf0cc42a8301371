import type { StepEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { installThere, unmeasuredOrigin } from '../spec/external-target.ts';
import { capitalised, listed } from '../words/text.ts';
import { isShort } from './measured-seconds.ts';
import { evidenceOf, isObserved, type MeasuredStep, ofSteps } from './measured-step.ts';
import { SECONDS_LEAST } from './thresholds.ts';

/** Notes: what the way of measuring keeps the figures from showing, each kind once for all steps. */
export function labels(steps: MeasuredStep[], run: Run): Finding[] {
  return [
    ...unobserved(steps, unmeasuredOrigin(run)),
    ...latencyLabels(steps),
    ...latencyRange(steps),
    ...profiled(steps),
    ...tooShort(steps),
  ];
}

const note = (code: Finding['code'], sentence: string) => ({ code, severity: 'note' as const, sentence });

function unobserved(steps: MeasuredStep[], origin: string | null): Finding[] {
  const named = (of: MeasuredStep[]): string => (of.length === steps.length ? '' : ` in ${stepsText(of)}`);
  const server = steps.filter((step) => {
    const side = evidenceOf(step).server;
    return !side || !isObserved(side);
  });
  const client = steps.filter((step) => clientsUnobserved(step));
  return [
    ...ofSteps(
      client,
      note(
        'client-unobserved',
        client.every(inPart)
          ? `Not every client was measured${named(client)}: one may have been the limit. Record the CPU of each, per thread.`
          : `The client was not measured${named(client)}: it may have been the limit. Record its CPU, per thread.`,
      ),
    ),
    ...ofSteps(
      server,
      note(
        'server-unobserved',
        origin === null
          ? `The server was not measured${named(server)}: it may have been the limit. Record its CPU and NIC.`
          : `No agent measures the target ${origin}: it, or the path to it, may be the limit. ${installThere(origin)}`,
      ),
    ),
  ];
}

/** No client was seen, or one of them was not. */
export function clientsUnobserved(step: MeasuredStep): boolean {
  const { clients } = evidenceOf(step);
  const driving = step.clients.filter(({ failure }) => failure === null).length;
  return clients.length === 0 || clients.length < driving || clients.some((client) => !isObserved(client));
}

/** 'the client was not measured': of one or several, as far as it is so. */
export function clientUnmeasured({ clients }: StepEvidence): string {
  if (!clients.some(isObserved)) return 'the client was not measured';
  return clients.length > 1 ? 'not every client was measured' : 'the client was not fully measured';
}

const inPart = (step: MeasuredStep): boolean => evidenceOf(step).clients.some(isObserved);

/** Steps without a latency get no label: it would warn about a figure that is not shown. */
function latencyLabels(steps: MeasuredStep[]): Finding[] {
  const of = (loop: string): MeasuredStep[] =>
    steps.filter(({ point: { latencyMs } }) => latencyMs.loop === loop && hasLatency(latencyMs));
  return [
    ...ofSteps(
      of('closed'),
      note(
        'closed-loop-latency',
        'Closed-loop latency: while the target stalls the tool sends nothing, so those waits are missing. Drive an open loop to see them.',
      ),
    ),
    ...ofSteps(
      of('synthetic'),
      note(
        'synthetic-latency',
        'Synthetic latency: the tool computes afterwards the waits that a closed loop misses. Drive an open loop to measure them.',
      ),
    ),
  ];
}

const hasLatency = ({ loop: _, resolutionUs: __, ...figures }: MeasuredStep['point']['latencyMs']): boolean =>
  Object.values(figures).some((figure) => figure !== null);

function latencyRange(steps: MeasuredStep[]): Finding[] {
  const ranged = steps.filter(({ point }) => point.latencyRangeMs !== null);
  return ofSteps(
    ranged,
    note(
      'latency-range',
      `${capitalised(stepsText(ranged))}: several clients and no histogram, so percentiles are the lowest and the highest of the clients. Use a tool with a histogram, such as volley.`,
    ),
  );
}

function profiled(steps: MeasuredStep[]): Finding[] {
  const found = steps.filter(({ spec }) => spec.profiles.length > 0);
  // Where there is no other step, the best is one of them.
  const best = found.length < steps.length ? 'the best, of ' : '';
  return ofSteps(
    found,
    note(
      'profiled',
      `${wereText(found)} profiled, which costs the target CPU time: left out of ${best}curves and of comparisons.`,
    ),
  );
}

function tooShort(steps: MeasuredStep[]): Finding[] {
  const short = steps.filter(isShort);
  const sentence = `under ${SECONDS_LEAST} s is too short for a steady figure. Measure longer.`;
  const named = short.length === 1 ? `Step ${(short[0]?.index ?? 0) + 1}` : `Steps ${joined(short)}`;
  return ofSteps(short, note('too-short', `${named}: ${sentence}`));
}

const stepsText = (steps: MeasuredStep[]): string =>
  steps.length === 1 ? `step ${(steps[0]?.index ?? 0) + 1}` : `steps ${joined(steps)}`;

const wereText = (steps: MeasuredStep[]): string => {
  const named = stepsText(steps);
  return `${capitalised(named)} ${steps.length === 1 ? 'was' : 'were'}`;
};

/** '1 to 3, 5 and 7'. */
function joined(steps: MeasuredStep[]): string {
  const stretches: [number, number][] = [];
  for (const { index } of steps) {
    const number = index + 1;
    const last = stretches.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else stretches.push([number, number]);
  }
  const parts = stretches.flatMap(([from, to]) =>
    to - from < 2 ? [...new Set([from, to])].map(String) : [`${from} to ${to}`],
  );
  return listed(parts);
}
