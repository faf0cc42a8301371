import { plural } from '@rules/words/numbers';
import { Chip } from '@/ui/chip';

/** Changes for the worse that an experiment showed and that nobody has taken care of. */
export const OpenAlerts = ({ count }: { count: number }) => (
  <Chip tone="bad" title="Confirmed for the worse, and not acknowledged, expected or muted">
    {plural(count, 'open change')}
  </Chip>
);
