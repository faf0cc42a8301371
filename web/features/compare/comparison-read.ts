import { MIN_COMPARED } from '@/lib/run-selection';
import { MAX_SIDES, noRunIds, tidyChoice } from '@/ui/sides';

export interface ComparedInAddress {
  runs?: string | string[];
  baseline?: string | string[];
}

const text = (one: string | string[] | undefined): string => (typeof one === 'string' ? one : '');

/** Where the comparison is that an address names; none where it names no such thing. */
export function comparisonPlaces(address: ComparedInAddress): string[] {
  const { runs, baseline } = tidyChoice(text(address.runs).split(','), text(address.baseline) || null);
  if (runs.length < MIN_COMPARED || runs.length > MAX_SIDES || noRunIds(runs).length > 0) return [];
  const query = new URLSearchParams({ runs: runs.join(','), ...(baseline !== null && { baseline }) });
  return [`/api/v1/comparison?${query}`];
}
