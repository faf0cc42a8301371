import type { ComparedMetric } from '@contract/comparison';
import type { CreateExperiment, ExperimentDesign } from '@contract/experiment';
import { declaredRounds } from '@rules/experiment/declared-rounds';
import { aroundNoChange, roughPercent } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { formatCount, plural } from '@rules/words/numbers';
import { TriangleAlert } from 'lucide-react';
import { durationOf } from '@/lib/experiment-words';
import { Label } from '@/ui/term';
import { unbroken } from '@/ui/unbroken';

interface DesignFiguresProps {
  design: ExperimentDesign;
  metric: ComparedMetric;
  planned: Pick<CreateExperiment, 'rounds' | 'extensionRounds'>;
  heading?: boolean;
}

/** What so many rounds can show of the primary outcome, with where the noise is known from. */
export function DesignFigures({ design, metric, planned, heading }: DesignFiguresProps) {
  const rounds = plural(declaredRounds(planned), 'round');
  const duration = durationOf(design);
  const first = planned.extensionRounds === null ? '' : `, in the first ${plural(planned.rounds, 'round')}`;
  return (
    <div className="grid max-w-[34rem] grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div>
        {heading && <h2 className="text-sm font-semibold">What it can show</h2>}
        <p className="mt-1 text-xs text-muted">Smallest difference in {METRIC_WORDS[metric].label}</p>
        <p className="text-2xl font-semibold tracking-tight">
          {design.smallestShownPercent === null ? 'none' : roughPercent(design.smallestShownPercent)}
        </p>
        <p className="text-xs text-muted">
          {design.smallestShownPercent === null ? (
            'too few rounds to detect any difference'
          ) : (
            <>
              at 80 % <Label text="power" /> over {rounds}
            </>
          )}
        </p>
      </div>
      <p className="text-sm text-pretty [overflow-wrap:anywhere]">{unbroken(design.sentence)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-3 text-sm">
        <Row name="Confidence interval" value={aroundNoChange(design.intervalPercent)} note={`over ${rounds}`} />
        <Row name="Run to run" value={`CV ${roughPercent(design.cvPercent)}`} note={design.cvSource} />
        {design.noiseFloorPercent !== null && (
          <Row
            name="Noise floor"
            value={roughPercent(design.noiseFloorPercent)}
            note="of A/A experiments on these hosts"
          />
        )}
        <Row
          name="To show equivalence"
          value={
            design.roundsForEquivalence === null ? 'not within reach' : plural(design.roundsForEquivalence, 'round')
          }
          note="within the margin, at 80 % power"
        />
        <Row name="Runs" value={formatCount(design.runs)} note={`queued one after another${first}`} />
        <Row name="Duration" value={duration.value} note={duration.note && `${duration.note}${first}`} />
      </dl>
      {design.warnings.length > 0 && (
        <ul aria-label="Check before running" className="grid gap-2 border-t border-line pt-3">
          {design.warnings.map((warning) => (
            <li key={warning} className="flex gap-2 text-sm">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{unbroken(warning)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <>
      <dt className="text-xs leading-5 text-muted">
        <Label text={name} />
      </dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]">
        {value}
        {note && <span className="block text-xs text-muted">{unbroken(note)}</span>}
      </dd>
    </>
  );
}
