import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';

/** A run for the server to ask for. Of one that goes on it would not know when the browser's clock read so: the browser asks. */
export const storedRunRead = (id: string) => ({
  key: ['run', id],
  place: `/api/v1/runs/${encodeURIComponent(id)}`,
  keep: (run: unknown) => (isTerminal((run as Run).state) ? run : undefined),
});
