import type { ExperimentSummary } from '@contract/experiment';
import { experimentStatus } from '@/lib/experiment-words';
import { Chip } from '@/ui/chip';
import { GateChip } from './gate-chip';

/** Its state, and the marks of what it is. */
export function ExperimentChips({ experiment }: { experiment: ExperimentSummary }) {
  const { label, tone } = experimentStatus(experiment);
  return (
    <>
      <Chip tone={tone}>{label}</Chip>
      {experiment.kind === 'noise-floor' && <Chip title="A configuration against itself (A/A)">noise floor</Chip>}
      {experiment.gate && experiment.gate.status !== 'open' && (
        <GateChip of="conditions" status={experiment.gate.status} />
      )}
      {experiment.imported && <Chip title="Not run by this instance">imported</Chip>}
      {experiment.supersededBy && <Chip tone="warn">superseded</Chip>}
    </>
  );
}
