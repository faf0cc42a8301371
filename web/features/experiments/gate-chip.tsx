import type { GateStatus } from '@contract/gate';
import { GATE_WORDS } from '@rules/gate/gate-answer';
import type { Tone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';

const TONES: Record<GateStatus, Tone> = {
  open: 'plain',
  met: 'ok',
  failed: 'bad',
  inconclusive: 'warn',
  'not-measured': 'warn',
};

/** What conditions came to. */
export const GateChip = ({ status, of }: { status: GateStatus; of?: string }) => (
  <Chip tone={TONES[status]}>{of ? `${of} ${GATE_WORDS[status]}` : GATE_WORDS[status]}</Chip>
);
