import type { RunStep } from '../../contract/step.ts';
import type { EvidenceRow, Wall } from '../../contract/verdict.ts';
import { row } from './evidence-row.ts';
import { failedShare } from './failed-share.ts';
import { inFlightOf, isImpossible } from './littles-law.ts';
import { isPressing, sharedOnce } from './pressing.ts';
import { ERRORS_INVALID } from './thresholds.ts';

type Judged = Pick<RunStep, 'spec' | 'point' | 'verdict' | 'evidence'>;

/** What a wall is decided by, beside what was near its ceiling. */
const DECIDED_BY: Partial<Record<Wall, string>> = {
  'offered-load': 'rate',
  concurrency: 'in-flight',
  'lock-contention': 'locks',
};

/** What an answer rests on, as terms of its sum or as uses against ceilings. The whole evidence has more. */
export function whyRows(step: Judged): EvidenceRow[] {
  const { verdict } = step;
  if (!verdict) return [];
  if (verdict.validity === 'invalid') return contradiction(step);
  const decisive = verdict.walls.flatMap((wall) => DECIDED_BY[wall] ?? []);
  const rows = verdict.evidence.filter(
    (one) =>
      decisive.includes(one.resource) ||
      one.resource === 'cpu' ||
      (one.fullAtPercent !== null && (isPressing(one) || mayBeFull(one))),
  );
  return sharedOnce(rows, step);
}

const mayBeFull = ({ percentLow, percentHigh, fullAtPercent }: EvidenceRow): boolean =>
  percentLow !== null && fullAtPercent !== null && (percentHigh ?? 100) >= fullAtPercent;

/** Why a figure is invalid: the terms of Little's law, or the requests that failed. Of mostly failures no law is reckoned. */
function contradiction({ spec, point, verdict }: Judged): EvidenceRow[] {
  if (!point) return [];
  const failed = failedShare({ spec, point });
  if (failed && failed.share > ERRORS_INVALID) return [failedRow(failed)];
  const found = inFlightOf({ spec, point });
  if (!found || !isImpossible(found)) return [];
  const { by, latencyMs } = found;
  const latency = {
    mean: 'mean latency',
    median: 'median latency (the mean is at least half of it)',
    percentiles: 'least mean latency that the percentiles allow',
  }[by];
  const source = 'as the tool reported it';
  const term = (label: string, unit: string, low: number): EvidenceRow =>
    row({ resource: 'term', side: null, label, unit, low, source });
  return [
    term('throughput', 'req/s', point.requestsPerSecond),
    term(latency, 'ms', latencyMs),
    ...(verdict?.evidence ?? []).filter(({ resource }) => resource === 'in-flight'),
  ];
}

const failedRow = ({ failed, of }: { failed: number; of: number }): EvidenceRow =>
  row({
    resource: 'failed',
    side: null,
    label: 'failed requests',
    unit: 'requests',
    low: failed,
    ceiling: of,
    source: 'as the tool counted them',
  });
