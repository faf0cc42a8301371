import { isEndedFromOutside } from '../launch/ended-instance.ts';
import type { Ending, MachineHost } from './run-machine.ts';

/** Of the host that is silent. */
const OF_AGENT: ReadonlySet<string> = new Set(['agent-lost']);
/** Of the host on which the target ran: a system that goes down ends its programs. */
const OF_TARGET: ReadonlySet<string> = new Set(['target-exited', 'start-target-failed']);
/** Of whoever waited for an answer of that host, or could not connect to it. */
const OF_ANY: ReadonlySet<string> = new Set([
  'lease-lost',
  'answer-timeout',
  'restore-timeout',
  'preflight-failed',
  'no-step-measured',
  'no-request-succeeded',
]);

/** Whether the end of a host may have caused what a run failed by before it was seen. */
export function mayComeOf({ server, backend, lost }: MachineHost, seen: Ending | null): boolean {
  if (seen?.as !== 'failed' || isEndedFromOutside(seen.code)) return false;
  if (OF_AGENT.has(seen.code)) return lost;
  if (OF_TARGET.has(seen.code)) return server || backend;
  return OF_ANY.has(seen.code);
}
