'use client';

import type { Run } from '@contract/run';
import { whyNoBaseline } from '@rules/comparison/baseline-able';
import { isTerminal } from '@rules/run/run-machine';
import { briefLoadText, protocolOf } from '@rules/spec/load-words';
import { Star } from 'lucide-react';
import Link from 'next/link';
import { compareHref } from '@/lib/run-selection';
import { Button, buttonClass } from '@/ui/button';
import { useMay } from '../../shell/use-session';
import { HeldChange } from './held-chip';
import { suspectText, useBaseline, usePinBaseline } from './use-baseline';

/** On the page of a run: whether it is the baseline of its group, or how it stands against that. */
export function BaselineButton({ run }: { run: Run }) {
  const mayOperate = useMay('operator');
  const able = whyNoBaseline(run) === null;
  const { data } = useBaseline(run.id, isTerminal(run.state));
  const pin = usePinBaseline();
  if (!data) return null;
  const validity = run.verdict?.validity ?? null;
  const { pinned, held, baseline, group } = data;
  const best = run.steps.find(({ index }) => index === run.best?.stepIndex);
  const bestLoad = best ? briefLoadText(best.spec, protocolOf(run)) : null;
  return (
    <>
      {held && baseline && (
        <Link
          href={compareHref([baseline.runId, run.id])}
          title={`${held.sentence} Compare with ‘${baseline.name}’.`}
          className={buttonClass('ghost')}
        >
          <HeldChange held={held} besideLoad={bestLoad} />
          <span className="text-muted">vs ★</span>
        </Link>
      )}
      {mayOperate && able && (
        <Button
          aria-pressed={pinned}
          disabled={pin.isPending}
          title={
            pinned
              ? `Baseline of ${group} for everybody; click to unpin`
              : `Hold the other runs of ${group} against this one, for everybody.${suspectText(validity)}`
          }
          onClick={() => pin.mutate({ runId: run.id, pin: !pinned, validity })}
        >
          <Star aria-hidden className={`size-3.5 ${pinned ? 'fill-current text-accent' : ''}`} />
          <span className="max-sm:sr-only">Baseline</span>
        </Button>
      )}
    </>
  );
}
