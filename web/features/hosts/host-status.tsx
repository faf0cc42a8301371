import type { Host } from '@contract/host';
import { Chip } from '@/components/chip';
import type { Tone } from '@/lib/run-state';

const TONES: Record<Host['status'], Tone> = { ready: 'ok', busy: 'live', dirty: 'warn', offline: 'bad' };

export function HostStatusChip({ status }: { status: Host['status'] }) {
  return <Chip tone={TONES[status]}>{status}</Chip>;
}
