import type { LeftOut, PointVerdict, Validity } from '@contract/verdict';
import { leftOutBadge, leftOutText } from '@rules/verdict/left-out';
import { type Judged, shortWallText, VALIDITY_MEANS, verdictMeans, verdictText, wallText } from '@rules/verdict/words';
import { capitalised } from '@rules/words/text';
import { CircleDashed, CircleX, ShieldCheck, TriangleAlert } from 'lucide-react';
import { confidenceText, verdictTone } from '@/lib/verdict-words';
import { classNames } from './class-names';

const LOOKS: Record<Validity, { icon: typeof ShieldCheck; look: string }> = {
  valid: { icon: ShieldCheck, look: 'bg-raised text-ink' },
  unchecked: { icon: CircleDashed, look: 'bg-raised text-muted' },
  suspect: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  invalid: { icon: CircleX, look: 'bg-bad-soft text-bad' },
};

/** Whether a figure may be believed: a word with a sign and a look of its own; green stands for the server's own limit alone. */
export function ValidityChip({ validity, title }: { validity: Validity; title?: string }) {
  const { icon: Icon, look } = LOOKS[validity];
  return (
    <span
      title={title ?? VALIDITY_MEANS[validity]}
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border border-transparent px-2 text-xs font-medium',
        look,
      )}
    >
      <Icon aria-hidden className="size-3" />
      {validity}
    </span>
  );
}

const TONES = {
  ok: 'border-transparent bg-ok-soft text-ok',
  aside: 'border-line-strong text-ink',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
  plain: 'border-transparent bg-raised text-muted',
};

interface VerdictChipProps {
  verdict: Judged;
  /** Below a head that says it is the limit. */
  headed?: boolean;
  /** Takes two lines rather than being cut. */
  whole?: boolean;
  /** Of a run: the higher figure that does not stand for it. */
  leftOut?: LeftOut | null;
}

/**
 * Validity and wall as one. The sign is that of the validity, as wherever it stands alone; green only where the server itself
 * was the limit.
 */
export function VerdictChip({ verdict, headed, whole, leftOut }: VerdictChipProps) {
  const { icon: Icon } = LOOKS[verdict.validity];
  const without = leftOutBadge(leftOut);
  if (without !== null) {
    return (
      <span className="inline-flex min-w-0 flex-wrap gap-1">
        <VerdictChip verdict={verdict} headed={headed} whole={whole} />
        <span
          title={leftOut ? leftOutText(leftOut, verdict) : undefined}
          className="inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium bg-bad-soft text-bad"
        >
          <CircleX aria-hidden className="size-3 shrink-0" />
          {without}
        </span>
      </span>
    );
  }
  return (
    <span
      title={`${capitalised(verdictText(verdict))}. ${verdictMeans(verdict)}.`}
      className={classNames(
        'inline-flex min-w-0 items-center gap-1 border px-2 text-xs font-medium',
        whole ? 'rounded-panel' : 'whitespace-nowrap rounded-full',
        TONES[verdictTone(verdict)],
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className={whole ? undefined : 'truncate'}>{verdictText(verdict, headed)}</span>
    </span>
  );
}

interface WallWordsProps {
  verdict: Pick<PointVerdict, 'wall' | 'walls' | 'confidence'>;
  title?: string;
  /** Where there is little room: 'client CPU + server CPU', and no suspicion. */
  short?: boolean;
}

const isNamed = ({ wall }: Pick<PointVerdict, 'wall'>): boolean => wall !== null && wall !== 'unknown';

/** The same within a line: 'client CPU + server CPU, measured'. */
export function WallLine({ verdict, title }: Omit<WallWordsProps, 'short'>) {
  const sure = confidenceText(verdict);
  return (
    <span title={title}>
      <span className={isNamed(verdict) ? 'font-medium' : 'text-muted'}>{shortWallText(verdict) ?? 'none named'}</span>
      {sure && <span className="text-muted">, {sure}</span>}
    </span>
  );
}

/** What limited a figure, and how sure that is, for a cell of a table. */
export function WallWords({ verdict, title, short }: WallWordsProps) {
  const text = short ? shortWallText(verdict) : wallText(verdict);
  if (text === null)
    return (
      <span className="text-muted" title={title ?? 'No bottleneck: the figure is invalid'}>
        none named
      </span>
    );
  const sure = confidenceText(verdict);
  return (
    <span title={title}>
      <span className={isNamed(verdict) ? 'font-medium' : 'text-muted'}>{text}</span>
      {sure && <span className="block text-xs text-muted">{sure}</span>}
    </span>
  );
}
