'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import type { ShownExperiment as Experiment } from '@contract/experiment';
import { CHANGES, withClient } from '@rules/next/changes';
import { type NextOfAnswer, nextOfAnswer } from '@rules/outcomes/next-of-answer';
import { canRunAgain } from '@rules/spec/run-again';
import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { NextLine } from '@/features/compare/result/next-line';
import { judgedIn } from '@/features/compare/side-walls';
import { spareClient } from '@/features/draft/host-label';
import { useHosts } from '@/features/hosts/hosts-query';
import { Allowed } from '@/features/shell/allowed';
import { Button, buttonClass } from '@/ui/button';
import { useAgain } from './use-again';

interface AnswerNextProps {
  experiment: Experiment;
  result: ShownResult;
  /** The outcomes that decide it. */
  declared: MetricOutcome[];
  /** Nobody can start anything from a frozen copy. */
  frozen: boolean;
}

/** Where there is no answer: what would give one, and the button that prepares it. Absent where there is one. */
export function AnswerNext({ experiment, result, declared, frozen }: AnswerNextProps) {
  const next = nextOfAnswer(declared, judgedIn(result, declared[0]?.stepPosition ?? 0));
  if (!next) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <NextLine>{next.sentence}</NextLine>
      {!frozen && (
        <Allowed needs="operator">
          <Prepare experiment={experiment} next={next} />
        </Allowed>
      )}
    </div>
  );
}

const LABELS: Record<NextOfAnswer['change'], (rounds: number) => string> = {
  rounds: (rounds) => `Plan ${rounds} more rounds`,
  again: () => 'Plan it again',
  'client-host': () => CHANGES['client-host'].label,
  design: () => 'Change the design',
};

function Prepare({ experiment, next: { change, rounds } }: { experiment: Experiment; next: NextOfAnswer }) {
  const again = useAgain(experiment);
  const hosts = useHosts(change === 'client-host').data?.hosts;
  const spec = experiment.configurations[0]?.spec;
  if (!spec || !canRunAgain(spec)) return null;
  const spare = change === 'client-host' ? spareClient(hosts ?? [], spec) : null;
  const wider = spare && withClient({ spec, spareClientId: spare.id });
  if (change === 'client-host' && !wider)
    return hosts ? (
      <Link href="/hosts" className={buttonClass('primary', 'max-sm:min-h-11')}>
        Enrol a client host
      </Link>
    ) : null;
  const open = (): void =>
    again(({ baseline, draft }) => ({
      baseline: wider ? { ...baseline, spec: wider } : baseline,
      draft: rounds === 0 ? draft : { ...draft, rounds: String(rounds) },
    }));
  return (
    <Button look="primary" className="max-sm:min-h-11" onClick={open}>
      <FlaskConical aria-hidden className="size-3.5" />
      {LABELS[change](rounds)}
    </Button>
  );
}
