import type { Host } from '@contract/host';
import type { Tone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';

const TONES: Record<Host['status'], Tone> = {
  ready: 'ok',
  busy: 'live',
  dirty: 'warn',
  offline: 'bad',
  awaited: 'live',
  gone: 'plain',
};

export function HostStatusChip({ status }: { status: Host['status'] }) {
  return <Chip tone={TONES[status]}>{status}</Chip>;
}
