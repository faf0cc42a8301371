'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import type { ShownExperiment as Experiment } from '@contract/experiment';
import { CHANGES, withClient } from '@rules/next/changes';
import { type NextOfAnswer, nextOfAnswer } from '@rules/outcomes/next-of-answer';
import { canRunAgain } from '@rules/spec/run-again';
import { ArrowRight, FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { verdictsOf } from '@/features/compare/side-walls';
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
  const runIds = result.sides.flatMap((side) => side.runIds);
  const judged = verdictsOf(result, declared[0]?.stepPosition ?? 0, runIds);
  const next = nextOfAnswer(
    declared,
    judged.filter((one) => one !== null),
  );
  if (!next) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-0 max-w-[80ch] gap-2 text-sm">
        <ArrowRight aria-hidden className="mt-[3px] size-3.5 shrink-0 text-accent" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">Next: </span>
          {next.sentence}
        </span>
      </p>
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
