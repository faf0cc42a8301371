import type { RunStep } from '@contract/step';
import type { PointVerdict } from '@contract/verdict';
import { whyRows } from '@rules/verdict/why-rows';
import { sentencesOf } from '@rules/words/text';
import { classNames } from '@/ui/class-names';
import { unbroken } from '@/ui/unbroken';
import { Why } from '@/ui/why';
import { WhyTable } from './why-table';

interface VerdictWhyProps {
  step: RunStep | undefined;
  because: PointVerdict['because'];
  /** The answer, where it does not stand above. */
  sentence?: string;
  /** Of the line that opens it. */
  className?: string;
}

/** What a verdict rests on: its figures as a table, and each of its reasons in words. Absent of one that has none. */
export function VerdictWhy({ step, because, sentence = '', className }: VerdictWhyProps) {
  const rows = step ? whyRows(step) : [];
  const reasons = [...new Set(sentencesOf(because))];
  if (sentence === '' && rows.length === 0 && reasons.length === 0) return null;
  return (
    <Why className={className}>
      {sentence !== '' && <p className="mt-1 max-w-[90ch] [overflow-wrap:anywhere]">{unbroken(sentence)}</p>}
      {rows.length > 0 && <WhyTable rows={rows} />}
      <Reasons reasons={reasons} />
    </Why>
  );
}

function Reasons({ reasons }: { reasons: string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul
      aria-label="Reasons"
      className={classNames(
        'mt-2 grid max-w-[90ch] gap-1 text-xs text-muted [overflow-wrap:anywhere]',
        reasons.length > 1 && 'list-disc pl-4',
      )}
    >
      {reasons.map((reason) => (
        <li key={reason}>{unbroken(reason)}</li>
      ))}
    </ul>
  );
}
