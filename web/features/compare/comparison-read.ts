import { MIN_COMPARED } from '@/lib/run-selection';
import { MAX_SIDES, noRunIds, tidyChoice } from '@/ui/sides';

export interface ComparedInAddress {
  runs?: string | string[];
  baseline?: string | string[];
}

const text = (one: string | string[] | undefined): string => (typeof one === 'string' ? one : '');

/** The comparison that an address names, for the server to ask for; none where it names no such thing. */
export function comparisonReads(address: ComparedInAddress) {
  const { runs, baseline } = tidyChoice(text(address.runs).split(','), text(address.baseline) || null);
  if (runs.length < MIN_COMPARED || runs.length > MAX_SIDES || noRunIds(runs).length > 0) return [];
  const query = new URLSearchParams({ runs: runs.join(','), ...(baseline !== null && { baseline }) });
  return [{ key: ['comparison', runs, baseline], place: `/api/v1/comparison?${query}` }];
}
