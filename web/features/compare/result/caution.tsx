import type { MetricOutcome } from '@contract/comparison';
import { cautionText } from '@rules/outcomes/headline';

/** What to know before believing an answer, right beside it: 'Caution: steps under 5 s.' Nothing where there is nothing. */
export function Caution({ outcomes }: { outcomes: Pick<MetricOutcome, 'cautions'>[] }) {
  const text = cautionText(outcomes.flatMap(({ cautions }) => cautions ?? []));
  return text === '' ? null : <p className="text-xs text-warn [overflow-wrap:anywhere]">{text}</p>;
}
