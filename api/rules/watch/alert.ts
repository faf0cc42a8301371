import type { AlertState } from '../../contract/alert.ts';
import type { WatchRules } from './watch-rules.ts';

export interface AlertStatus {
  state: AlertState;
  /** Confirming experiments that came to an answer. */
  attempts: number;
  /** Null unless muted. */
  mutedUntilMs: number | null;
}

export type AlertEvent =
  /** Its confirming experiment is queued. */
  | { type: 'confirmation-began' }
  /** That experiment failed, was cancelled or could not measure: it says nothing, and is made again. */
  | { type: 'confirmation-lost' }
  | { type: 'confirmation-decided'; held: boolean }
  /** A night no longer shows it. */
  | { type: 'vanished' }
  /** A night shows it still; so many points were measured since its last confirmation. */
  | { type: 'seen-again'; pointsSince: number }
  /** A person: I know, and somebody works on it. */
  | { type: 'acknowledge' }
  /** A person: it is meant to be so. */
  | { type: 'expect' }
  /** A person: say nothing until then. */
  | { type: 'mute'; untilMs: number }
  /** A person takes the last of these back. */
  | { type: 'reopen' }
  | { type: 'time-passed'; nowMs: number }
  /** The value is back where it was. */
  | { type: 'returned' };

export const NEW_ALERT: AlertStatus = { state: 'suspected', attempts: 0, mutedUntilMs: null };

/** What people decide about: it was confirmed, and is neither fixed nor meant. */
const OPEN: readonly AlertState[] = ['confirmed', 'acknowledged', 'muted'];

/** The alert after an event; null where the event does not apply, and nothing changes. */
export function advanceAlert(
  status: AlertStatus,
  event: AlertEvent,
  { confirmation }: Pick<WatchRules, 'confirmation'>,
): AlertStatus | null {
  const { state, attempts, mutedUntilMs } = status;
  const to = (next: AlertState): AlertStatus => ({ state: next, attempts, mutedUntilMs: null });
  const within = (states: readonly AlertState[], next: AlertState): AlertStatus | null =>
    states.includes(state) && state !== next ? to(next) : null;
  switch (event.type) {
    case 'confirmation-began':
      return within(['suspected'], 'confirming');
    case 'confirmation-lost':
      return within(['confirming'], 'suspected');
    case 'confirmation-decided':
      if (state !== 'confirming') return null;
      return { ...to(event.held ? 'confirmed' : 'unconfirmed'), attempts: attempts + 1 };
    case 'vanished':
      return within(['suspected'], 'unconfirmed');
    case 'seen-again':
      // Attempts are counted and their number is declared: alpha is split over them.
      if (attempts >= confirmation.attemptsMost || event.pointsSince < confirmation.pointsBetweenAttempts) return null;
      return within(['unconfirmed'], 'suspected');
    case 'acknowledge':
      return within(OPEN, 'acknowledged');
    case 'expect':
      return within(OPEN, 'expected');
    case 'mute':
      return OPEN.includes(state) ? { ...to('muted'), mutedUntilMs: event.untilMs } : null;
    case 'reopen':
      return within(['acknowledged', 'expected', 'muted'], 'confirmed');
    case 'time-passed':
      return mutedUntilMs !== null && event.nowMs >= mutedUntilMs ? within(['muted'], 'confirmed') : null;
    case 'returned':
      return mayReturn(status) ? to('fixed') : null;
  }
}

/** Whether it tells of a loss that can go away again. */
export const mayReturn = ({ state }: AlertStatus): boolean => OPEN.includes(state) || state === 'expected';

/**
 * Whether people are told: when a change is confirmed, again when a mute ends and it is still there, and when it is fixed.
 * Never of a suspect.
 */
export const isTold = (from: AlertStatus, to: AlertStatus): boolean =>
  (to.state === 'confirmed' && (from.state === 'confirming' || from.mutedUntilMs !== null)) || to.state === 'fixed';

/** Whether its change is taken to be there: a drift is counted from it on. What is being confirmed counts so far. */
export const isKnownChange = ({ state }: Pick<AlertStatus, 'state'>): boolean => state !== 'unconfirmed';

/** Whether an experiment has shown it. */
export const isKnownToHold = (state: AlertState): boolean =>
  isKnownChange({ state }) && state !== 'suspected' && state !== 'confirming';

/** Whether it goes on: a new suspect of its kind is no news. */
export const isStanding = (status: AlertStatus): boolean => isKnownChange(status) && status.state !== 'fixed';
