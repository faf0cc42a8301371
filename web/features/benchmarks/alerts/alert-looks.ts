import type { Alert, AlertState, ChangeAlert } from '@contract/alert';
import type { Tone } from '@/lib/run-state';

/** What is only suspected has no colour: it may be nothing. */
export function alertTone({ state, direction }: Pick<Alert, 'state' | 'direction'>): Tone {
  if (state === 'confirmed') return direction === 'worse' ? 'bad' : 'ok';
  if (state === 'confirming') return 'live';
  if (state === 'acknowledged' || state === 'muted') return 'warn';
  return state === 'fixed' ? 'ok' : 'plain';
}

/** Whether something is still to come of it, or to be done. */
const GOES_ON: Record<AlertState, boolean> = {
  suspected: true,
  confirming: true,
  confirmed: true,
  acknowledged: true,
  muted: true,
  unconfirmed: false,
  expected: false,
  fixed: false,
};
export const goesOn = ({ state }: Pick<Alert, 'state'>): boolean => GOES_ON[state];

/** Nobody has said anything of it yet. */
export const isConfirmed = ({ state }: Pick<Alert, 'state'>): boolean => state === 'confirmed';

export type AlertAction = ChangeAlert['action'];

export const ACTIONS: Record<AlertAction, { label: string; about: string; reason: string }> = {
  acknowledge: {
    label: 'Acknowledge',
    about:
      'You know of it and it is being worked on. It stays here until the figure is back, or you say something else of it.',
    reason: 'Who works on it, or where',
  },
  expect: {
    label: 'Mark as expected',
    about: 'Says that the change is meant to be. It is open no more.',
    reason: 'Why it is meant to be',
  },
  mute: {
    label: 'Mute',
    about:
      'Webhooks keep quiet about it for a while; that its figure is back they tell. When that ends it is confirmed again, unless the figure is back.',
    reason: 'Why it can wait',
  },
  reopen: {
    label: 'Reopen',
    about: 'Takes back what was said of it last: it is open again.',
    reason: 'Why it is open again',
  },
};
