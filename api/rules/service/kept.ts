import { RESTORABLE_DAYS } from '../run/deletion.ts';

/** Of the log of a webhook. */
export const DELIVERIES_DAYS = 30;
/** Of lives of agents that have ended, of layouts without samples, and of join tokens. */
export const LIVES_DAYS = 30;
/** Of a session that is not used. */
export const SESSION_DAYS = 30;
/** Of attempts to sign in, by address. None is counted for so long. */
export const ATTEMPTS_DAYS = 1;

export interface Kept {
  what: string;
  /** Null: for ever. */
  days: number | null;
  /** Where it counts from, or what stays. */
  note: string;
}

/** How long an instance keeps what it does not keep for ever. */
export const keptFor = ({
  samplesDays,
  auditDays,
}: {
  samplesDays: number | null;
  auditDays: number | null;
}): Kept[] => [
  {
    what: 'Samples of hosts',
    days: samplesDays,
    note: 'After the end of their run. Favourites, baselines and experiments keep theirs.',
  },
  { what: 'Audit log', days: auditDays, note: 'After an entry was written.' },
  { what: 'Deleted runs', days: RESTORABLE_DAYS, note: 'Until then an operator can restore them.' },
  { what: 'Documents of closed shares', days: RESTORABLE_DAYS, note: 'After the link was revoked or expired.' },
  { what: 'Messages of webhooks', days: DELIVERIES_DAYS, note: 'Of each webhook the newest 1,000 at most.' },
  { what: 'Past starts of agents, and join tokens', days: LIVES_DAYS, note: 'After they ended.' },
  {
    what: 'Names of sampled values',
    days: LIVES_DAYS,
    note: 'After their last sample is gone and every agent has started anew.',
  },
  { what: 'Sessions of people', days: SESSION_DAYS, note: 'After they were last used.' },
  { what: 'Counts of attempts to sign in', days: ATTEMPTS_DAYS, note: 'By address, after the last attempt.' },
];
