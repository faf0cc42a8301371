'use client';

import type { Comparison } from '@contract/comparison';
import type { Run } from '@contract/run';
import { changedText } from '@rules/comparison/changed-text';
import { namedApart } from '@rules/run/run-names';
import { ArrowLeftRight, X } from 'lucide-react';
import Link from 'next/link';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { statusOf } from '@/lib/run-state';
import { Button, IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { KeptEnd } from '@/ui/kept-end';
import { SideMark } from '@/ui/side-mark';
import { sideOf } from '@/ui/sides';
import { When } from '@/ui/when';

export interface SideControls {
  /** What was asked for; the comparison shown may still have another. */
  baselineRunId: string;
  /** Another comparison is on its way. */
  pending: boolean;
  onBaseline: (runId: string) => void;
  onRemove: (runId: string) => void;
  /** How another run is added. */
  add: ReactNode;
}

interface SidesBarProps {
  comparison: Comparison;
  /** Null: the comparison is frozen. */
  controls: SideControls | null;
  /** Where a run's own page is; null: nowhere that a reader may go. */
  runHref: (runId: string) => string | null;
}

const baselineAsked = (comparison: Comparison, controls: SideControls | null): string =>
  controls?.baselineRunId ?? comparison.baselineRunId;

/** The runs, always in sight: what A, B, C ... stand for, and which of them is the baseline. */
export function SidesBar({ comparison, controls, runHref }: SidesBarProps) {
  const { runs } = comparison;
  const names = namedApart(comparison);
  const baselineRunId = baselineAsked(comparison, controls);
  const other = runs.length === 2 ? runs.find(({ id }) => id !== baselineRunId) : undefined;
  return (
    <section
      aria-label="Runs compared"
      className="sm:sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-bg px-4 pb-1.5 pt-1 sm:-mx-7 sm:px-7 print:static print:mx-0 print:px-0"
    >
      <Cards comparison={comparison} controls={controls}>
        {runs.map((run, index) => (
          <SideCard
            key={run.id}
            run={run}
            index={index}
            called={names[index]?.name ?? run.name}
            baseline={run.id === baselineRunId}
            controls={controls}
            href={runHref(run.id)}
          />
        ))}
      </Cards>
      <span role="status" className="sr-only">
        {controls?.pending && 'The comparison is read anew …'}
      </span>
      {controls && (
        <div className="flex shrink-0 items-center gap-1 print:hidden">
          {controls.add}
          {other && (
            <Button
              className="max-sm:!px-2"
              onClick={() => controls.onBaseline(other.id)}
              title="Make the other run the baseline"
            >
              <ArrowLeftRight aria-hidden className="size-3.5" />
              <span className="max-sm:sr-only">Swap</span>
            </Button>
          )}
        </div>
      )}
      <p className="w-full min-w-0 truncate text-xs text-muted">
        Changed: <span className="text-ink">{changedText(comparison.settings)}</span>
      </p>
    </section>
  );
}

function Cards({ comparison, controls, children }: Omit<SidesBarProps, 'runHref'> & { children: ReactNode }) {
  const look =
    'flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-1 p-0.5 max-sm:basis-full max-sm:flex-col max-sm:flex-nowrap';
  if (!controls) return <div className={look}>{children}</div>;
  return (
    <RadioGroup.Root
      aria-label="Baseline"
      value={baselineAsked(comparison, controls)}
      aria-busy={controls.pending}
      onValueChange={(id) => controls.onBaseline(id)}
      className={look}
    >
      {children}
    </RadioGroup.Root>
  );
}

interface SideCardProps {
  run: Run;
  index: number;
  /** Its name, or what tells it apart from another run of that name. */
  called: string;
  baseline: boolean;
  controls: SideControls | null;
  href: string | null;
}

const NAME = 'flex min-w-0 flex-1 items-center text-sm font-medium';
const TARGET = 'max-sm:min-h-11 max-sm:min-w-11';

/** One line: the choice of the baseline, the mark, the name, and its state where it is not over. */
function SideCard({ run, index, called, baseline, controls, href }: SideCardProps) {
  const { letter } = sideOf(index);
  const status = statusOf(run);
  return (
    <div
      className="flex min-w-76 max-w-[34rem] max-sm:min-w-60 flex-1 items-center gap-1.5 rounded-control border border-line bg-panel px-2 py-1 data-[baseline=true]:border-line-strong data-[baseline=true]:bg-raised print:min-w-0"
      data-baseline={baseline}
    >
      {controls && (
        <RadioGroup.Item
          value={run.id}
          aria-label={`${letter} is the baseline: ${called}`}
          title={baseline ? 'The baseline' : 'Make it the baseline'}
          className="group -my-1 grid size-7 shrink-0 place-items-center rounded-control max-sm:size-11 print:hidden"
        >
          <span
            aria-hidden
            className="size-3 rounded-full border border-control group-data-[state=checked]:border-[3.5px] group-data-[state=checked]:border-accent"
          />
        </RadioGroup.Item>
      )}
      <SideMark index={index} />
      <span className="text-sm font-semibold">{letter}</span>
      {href === null ? (
        <span className={NAME} title={called}>
          <KeptEnd text={called} />
        </span>
      ) : (
        // Around what is cut off: it is hit beyond its edges.
        <Link href={href} aria-label={called} className="hit min-w-0 flex-1 hover:underline" title={called}>
          <span className={`${NAME} ${TARGET} block`}>
            <KeptEnd text={called} />
          </span>
        </Link>
      )}
      {baseline && <span className="shrink-0 text-xs text-muted">baseline</span>}
      {status.tone !== 'ok' && (
        <Chip tone={status.tone} title={status.more ?? run.failure?.sentence}>
          {status.label}
        </Chip>
      )}
      <span
        className={classNames(
          'hidden shrink-0 whitespace-nowrap text-xs text-muted',
          called === run.name ? 'xl:block' : 'sm:block',
        )}
      >
        <When atUs={run.endedAtUs ?? run.createdAtUs} />
      </span>
      {controls && (
        <IconButton
          label={`Take ${letter} out: ${called}`}
          className="-my-1 -mr-1 !size-6 max-sm:!size-11"
          onClick={() => controls.onRemove(run.id)}
        >
          <X aria-hidden className="size-3.5" />
        </IconButton>
      )}
    </div>
  );
}
