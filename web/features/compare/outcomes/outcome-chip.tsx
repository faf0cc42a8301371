import type { MetricOutcome } from '@contract/comparison';
import { type AnswerKind, answerKind } from '@rules/outcomes/answer';
import { Equal, HelpCircle, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react';
import { classNames } from '@/ui/class-names';

const LOOKS: Record<AnswerKind, { icon: LucideIcon; look: string }> = {
  better: { icon: TrendingUp, look: 'bg-ok-soft text-ok' },
  worse: { icon: TrendingDown, look: 'bg-bad-soft text-bad' },
  same: { icon: Equal, look: 'bg-raised text-ink' },
  unclear: { icon: HelpCircle, look: 'text-muted shadow-[inset_0_0_0_1px_var(--line-strong)]' },
};

type Told = Pick<MetricOutcome, 'outcome' | 'word' | 'couldShow' | 'sentence'>;

/** What an outcome says in a word, with a sign of its own. */
export const OutcomeChip = ({ outcome, text }: { outcome: Told; text: string }) => (
  <KindChip kind={answerKind(outcome)} text={text} title={outcome.sentence} />
);

export function KindChip({ kind, text, title }: { kind: AnswerKind; text: string; title?: string }) {
  const { icon: Icon, look } = LOOKS[kind];
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium leading-5',
        look,
      )}
    >
      <Icon aria-hidden className="size-3" />
      {text}
    </span>
  );
}
