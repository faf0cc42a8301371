import type { ToolAbilities } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import { formatCount } from '@/lib/format';
import { percentileText } from '@/lib/load-text';
import type { DraftErrors } from './field-reading';

/** What of a ceiling search cannot be, by path of the spec. */
export function searchObstacles({ load, clients }: RunSpec, abilities: ToolAbilities | null): DraftErrors {
  const { steps, search, tool } = load;
  const [first] = steps;
  if (!first || search === null) return {};
  const from = first.loop === 'closed' ? first.connections : first.requestsPerSecond;
  const { ceiling } = search;
  const told = abilities?.percentiles ?? null;
  const blind = told !== null && ceiling.kind === 'latency' && !told.includes(ceiling.percentile);
  const apart = ceiling.kind === 'latency' && clients.length > 1 && abilities?.histogram === false;
  return {
    ...(search.most <= from && {
      'spec.load.search.most': `More than the first rung, which has ${formatCount(from)}.`,
    }),
    ...(apart && {
      'spec.load.search.ceiling.percentile': `${tool} emits no histogram, so ${clients.length} clients have no percentile in common; choose volley, or one client.`,
    }),
    ...(blind && {
      'spec.load.search.ceiling.percentile': `${tool} tells no ${percentileText(ceiling.percentile)}; it tells ${told.map(percentileText).join(', ') || 'none'}.`,
    }),
  };
}
