import type { Benchmark } from '@contract/benchmark';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { Chip } from '@/ui/chip';
import { OpenAlerts } from '../alerts/open-alerts';

export function BenchmarkChips({ benchmark: { archivedAtUs, measuring, openAlerts } }: { benchmark: Benchmark }) {
  return (
    <>
      {openAlerts > 0 && <OpenAlerts count={openAlerts} />}
      {archivedAtUs !== null && <Chip tone="warn">archived</Chip>}
      {measuring > 0 && (
        <Link href="/experiments?status=running" title="The experiments that measure them">
          <Chip tone="live">measuring {plural(measuring, 'revision')}</Chip>
        </Link>
      )}
    </>
  );
}
