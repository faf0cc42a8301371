import type { LoadResult } from '../../contract/agent-reports.ts';
import type { UsedStreams } from '../../contract/point.ts';

/** From the fewest to the most that any client's connections had; null unless all of them tell. */
export function mergedStreams(results: readonly LoadResult[]): UsedStreams | null {
  const told = results.flatMap(({ streams }) => streams ?? []);
  if (told.length === 0 || told.length < results.length) return null;
  return {
    leastPerConnection: Math.min(...told.map(({ leastPerConnection }) => leastPerConnection)),
    mostPerConnection: Math.max(...told.map(({ mostPerConnection }) => mostPerConnection)),
    takenBack: told.reduce((sum, { takenBack }) => sum + takenBack, 0),
  };
}
