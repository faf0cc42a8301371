import type { Run } from '@contract/run';
import { stepLabel } from '@rules/run/run-words';
import { isOpenEnded } from '@/features/run/steps/search-result';
import { classNames } from '@/ui/class-names';

const FILL: Record<Run['steps'][number]['status'], string> = {
  planned: 'bg-transparent',
  running: 'bg-accent',
  counting: 'bg-accent opacity-60',
  measured: 'bg-accent opacity-60',
  failed: 'bg-bad',
  skipped: 'bg-line-strong',
};

/** One bar for the run, cut where steps meet: as wide as they last. Of a search the end is not known, and left open. */
export function StepProgress({ run, fraction }: { run: Run; fraction: number }) {
  const percent = Math.round(fraction * 100);
  const weights = run.steps.map(({ spec }) => (spec.durationSeconds ?? 0) + (run.spec.load.warmupSeconds ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const open = isOpenEnded(run);
  let before = 0;
  return (
    <div className="mt-3">
      <div
        role="progressbar"
        aria-label="Progress of the run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={open ? undefined : percent}
        aria-valuetext={open ? `${run.steps.length} steps planned so far` : undefined}
        className="flex h-2 gap-0.5"
      >
        {run.steps.map((step, index) => {
          const share = (weights[index] ?? 0) / total;
          const filled =
            step.status === 'running'
              ? Math.min(1, Math.max(0.04, (fraction - before) / share))
              : step.status === 'planned'
                ? 0
                : 1;
          before += share;
          return (
            <div
              key={step.index}
              title={`Step ${step.index + 1}: ${stepLabel(step)}`}
              style={{ flexGrow: share }}
              className="min-w-1 basis-0 overflow-hidden rounded-[3px] bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)]"
            >
              <div
                className={classNames('h-full transition-[width] duration-300 ease-linear', FILL[step.status])}
                style={{ width: `${filled * 100}%` }}
              />
            </div>
          );
        })}
        {open && (
          <div
            title="Further steps depend on what these give"
            style={{ flexGrow: 0.2 }}
            className="min-w-4 basis-0 rounded-[3px] border border-dashed border-line-strong"
          />
        )}
      </div>
    </div>
  );
}
