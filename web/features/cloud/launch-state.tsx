import type { Launch, LaunchPlace, LaunchState } from '@contract/launch';
import { launchStateLabel } from '@rules/launch/launch-words';
import type { Tone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';

const TONES: Record<LaunchState, Tone> = {
  requested: 'live',
  launching: 'live',
  joining: 'live',
  ready: 'ok',
  releasing: 'warn',
  released: 'plain',
  failed: 'bad',
};

export const LaunchStateChip = ({ state }: { state: LaunchState }) => (
  <Chip tone={TONES[state]}>{launchStateLabel(state)}</Chip>
);

/** Nothing of it is left. */
export const isLaunchOver = ({ state }: Pick<Launch, 'state'>): boolean => state === 'released' || state === 'failed';

const PLACE_TONES: Record<LaunchPlace['status'], Tone> = {
  waiting: 'plain',
  starting: 'live',
  joined: 'ok',
  ended: 'plain',
};

export const PlaceChip = ({ status }: Pick<LaunchPlace, 'status'>) => <Chip tone={PLACE_TONES[status]}>{status}</Chip>;
