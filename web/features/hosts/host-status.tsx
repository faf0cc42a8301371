import type { Host } from '@contract/host';
import { type StatusWord, statusWords } from '@rules/hosts/availability';
import type { Tone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';

const TONES: Record<StatusWord, Tone> = {
  ready: 'ok',
  busy: 'live',
  dirty: 'warn',
  offline: 'bad',
  awaited: 'live',
  gone: 'plain',
  cordoned: 'warn',
  draining: 'warn',
  drained: 'plain',
};

/** How a host is, and whether it is closed to runs. */
export const HostStatusChips = ({ host }: { host: Host }) =>
  statusWords(host).map((word) => (
    <Chip key={word} tone={TONES[word]}>
      {word}
    </Chip>
  ));
