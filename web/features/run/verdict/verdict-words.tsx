import type { RunStep } from '@contract/step';
import type { PointVerdict } from '@contract/verdict';
import { ArrowRight } from 'lucide-react';
import { confidenceText } from '@/lib/verdict-words';
import { Chip } from '@/ui/chip';
import { unbroken } from '@/ui/unbroken';
import { VerdictChip } from '@/ui/verdict-chips';
import { VerdictWhy } from './verdict-why';

interface VerdictWordsProps {
  step: RunStep;
  verdict: PointVerdict;
}

/** Marks, the sentence, its arithmetic on demand, and the next experiment: the words that the API has. */
export function VerdictWords({ step, verdict }: VerdictWordsProps) {
  const sure = confidenceText(verdict);
  return (
    <div>
      <p className="flex flex-wrap items-center gap-1.5">
        <VerdictChip verdict={verdict} />
        {sure && <Chip>{sure}</Chip>}
        {verdict.lowerBound && (
          <Chip
            title={`The client was ${verdict.confidence === 'measured' ? '' : 'probably '}the wall: the server can do this figure at least`}
          >
            lower bound of the server
          </Chip>
        )}
      </p>
      <p className="mt-2 max-w-[90ch] text-sm [overflow-wrap:anywhere]">{unbroken(verdict.sentence)}</p>
      <VerdictWhy step={step} because={verdict.because} />
      {verdict.next !== '' && (
        <p className="mt-1.5 flex max-w-[90ch] gap-2 text-sm text-muted">
          <ArrowRight aria-hidden className="mt-[3px] size-3.5 shrink-0 text-accent" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-medium text-ink">Next: </span>
            {unbroken(verdict.next)}
          </span>
        </p>
      )}
    </div>
  );
}
