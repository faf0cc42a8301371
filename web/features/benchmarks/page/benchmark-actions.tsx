'use client';

import type { Benchmark } from '@contract/benchmark';
import { revisionOf } from '@rules/spec/revision-words';
import { Ellipsis, Gauge } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '@/features/shell/allowed';
import { Button, IconButton } from '@/ui/button';
import { Menu, MenuItem } from '@/ui/menu';
import { onDemand } from '@/ui/on-demand';
import { showToast } from '@/ui/toast';
import { useChangeBenchmark } from '../benchmarks-query';
import { SearchDialog } from '../bisections/searches';

const MeasureDialog = onDemand(async () => (await import('./measure-dialog')).MeasureDialog);
const RenameDialog = onDemand(async () => (await import('./rename-dialog')).RenameDialog);
const BudgetsDialog = onDemand(async () => (await import('../budgets/budgets-dialog')).BudgetsDialog);
const DesignDialog = onDemand(async () => (await import('./design-dialog')).DesignDialog);

/** What can be done with a benchmark as it stands. */
export function BenchmarkActions({ benchmark }: { benchmark: Benchmark }) {
  const [open, setOpen] = useState<'measure' | 'search' | 'budgets' | 'rename' | 'design' | null>(null);
  const close = (): void => setOpen(null);
  const built = revisionOf(benchmark.design.spec) !== null;
  return (
    <Allowed needs="operator">
      {benchmark.archivedAtUs === null ? (
        <Button
          look="primary"
          onFocus={MeasureDialog.preload}
          onMouseEnter={MeasureDialog.preload}
          onClick={() => setOpen('measure')}
        >
          <Gauge aria-hidden className="size-3.5" />
          Measure a revision
        </Button>
      ) : (
        <BringBack benchmark={benchmark} />
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label="More actions">
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        {built && benchmark.archivedAtUs === null && (
          <MenuItem onSelect={() => setOpen('search')}>Search between two commits</MenuItem>
        )}
        {benchmark.design.reference !== null && <MenuItem onSelect={() => setOpen('budgets')}>Budgets</MenuItem>}
        <MenuItem onSelect={() => setOpen('rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => setOpen('design')}>Change the design</MenuItem>
        {benchmark.archivedAtUs === null && <ArchiveItem benchmark={benchmark} />}
      </Menu>
      {open === 'measure' && <MeasureDialog benchmark={benchmark} onClose={close} />}
      {open === 'search' && <SearchDialog benchmark={benchmark} alert={null} onClose={close} />}
      {open === 'budgets' && <BudgetsDialog benchmark={benchmark} onClose={close} />}
      {open === 'rename' && <RenameDialog benchmark={benchmark} onClose={close} />}
      {open === 'design' && <DesignDialog benchmark={benchmark} onClose={close} />}
    </Allowed>
  );
}

const failed = (error: Error): void => showToast({ title: `Not changed: ${error.message}`, bad: true });

function BringBack({ benchmark: { id } }: { benchmark: Benchmark }) {
  const change = useChangeBenchmark(id);
  return (
    <Button disabled={change.isPending} onClick={() => change.mutate({ archived: false }, { onError: failed })}>
      {change.isPending ? 'Bringing back …' : 'Bring back'}
    </Button>
  );
}

/** Taken back by a click, so it asks nothing before. */
function ArchiveItem({ benchmark: { id, name } }: { benchmark: Benchmark }) {
  const change = useChangeBenchmark(id);
  const archive = (): void =>
    change.mutate(
      { archived: true },
      {
        onError: failed,
        onSuccess: () => showToast({ title: `Archived ${name}: no further point begins, its history stays.` }),
      },
    );
  return <MenuItem onSelect={archive}>Archive</MenuItem>;
}
