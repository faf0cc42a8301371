import type { RunState } from '@contract/run';

interface Queued {
  id: string;
  state: RunState;
  createdAtUs: number;
}

/** What is under way first, then the queue, each in the order it was asked for: hosts take the oldest first. */
export function runningOrder<T extends Queued>(runs: T[]): T[] {
  const waits = ({ state }: T): number => Number(state === 'queued');
  return [...runs].sort(
    (a, b) => waits(a) - waits(b) || a.createdAtUs - b.createdAtUs || (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
}
