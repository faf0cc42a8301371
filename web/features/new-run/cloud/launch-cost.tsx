'use client';

import type { CreateLaunch, LaunchPreview } from '@contract/launch';
import { formatDuration } from '@rules/words/durations';
import { listed } from '@rules/words/text';
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { KeptLaunch } from './kept-launch';
import { faultsOf, useLaunchPreview } from './launch-preview-query';

export type KnownPrice = NonNullable<LaunchPreview['price']>;

export const LAUNCH_COST_ID = 'launch-cost';

interface LaunchCostProps {
  asked: CreateLaunch;
  /** The price of a new launch in words; one that is kept has its own. */
  children: (price: KnownPrice) => ReactNode;
}

/** What hosts cost and need, before anything is launched. */
export function LaunchCost({ asked, children }: LaunchCostProps) {
  const { preview, asking, error, retry } = useLaunchPreview(asked);
  return (
    <section
      id={LAUNCH_COST_ID}
      aria-label="EC2 hosts"
      aria-busy={asking}
      tabIndex={-1}
      className="grid gap-2 border-t border-line pt-3"
    >
      <p className="text-xs text-muted">EC2 hosts</p>
      <p role="status" className={asking ? 'text-sm text-muted' : 'sr-only'}>
        {asking ? 'Asking AWS for prices and quotas …' : 'AWS has answered.'}
      </p>
      {asking && <Skeleton className="h-16" />}
      {error ? <ErrorNotice title="AWS could not be asked" error={error} retry={() => void retry()} /> : null}
      {preview && <Price asked={asked} preview={preview} say={children} />}
      {preview && <Previewed preview={preview} />}
      {faultsOf(preview).length > 0 && <AskAgain ask={() => void retry()} />}
    </section>
  );
}

/** A quota may have been raised meanwhile: nothing in the form says so. */
function AskAgain({ ask }: { ask: () => void }) {
  const askAgain = (): void => {
    // The button goes away while AWS is asked.
    document.getElementById(LAUNCH_COST_ID)?.focus();
    ask();
  };
  return (
    <Button className="justify-self-start" onClick={askAgain}>
      <RotateCw aria-hidden className="size-3.5" />
      Ask AWS again
    </Button>
  );
}

/** At the button: that the launch would be refused. Null asks nothing. */
export function RefusedAtButton({ asked }: { asked: CreateLaunch | null }) {
  const { preview } = useLaunchPreview(asked);
  if (faultsOf(preview).length === 0) return null;
  return (
    <p className="text-xs text-bad">
      This launch would be refused.{' '}
      <a href={`#${LAUNCH_COST_ID}`} className="hit text-accent underline-offset-2 hover:underline">
        Why?
      </a>
    </p>
  );
}

interface PriceProps {
  asked: CreateLaunch;
  preview: LaunchPreview;
  say: LaunchCostProps['children'];
}

function Price({ asked, preview: { price, adoptsLaunchId }, say }: PriceProps) {
  if (adoptsLaunchId !== null) return <KeptLaunch id={adoptsLaunchId} plannedMinutes={asked.plannedMinutes} />;
  if (price) return say(price);
  return (
    <p className="text-sm">
      <span className="font-medium">Price not known.</span>{' '}
      <span className="text-muted">
        The hosts end after {formatDuration(asked.spec.ttlMinutes * 60)} at the latest.
      </span>
    </p>
  );
}

/** All that is against it, also what stands at a field: that may be folded away, or far above. */
function Previewed({ preview }: { preview: LaunchPreview }) {
  const { adoptsLaunchId, quotas, subnets, warnings } = preview;
  const zones = [...new Set(subnets.map(({ zone }) => zone))];
  const faults = faultsOf(preview);
  const enough = quotas.filter(({ sentence }) => faults.every(({ message }) => message !== sentence));
  return (
    <>
      {adoptsLaunchId === null && (
        <div className="grid gap-1 text-xs text-muted [overflow-wrap:anywhere]">
          {enough.map(({ code, sentence }) => (
            <p key={code}>{sentence}</p>
          ))}
          {zones.length > 0 && (
            <p>{zones.length === 1 ? `In ${zones[0]}.` : `Tried in this order: ${listed(zones)}.`}</p>
          )}
        </div>
      )}
      {faults.length > 0 && (
        <Notice kind="bad" title="This launch would be refused">
          {faults.map(({ code, message }) => (
            <p key={`${code} ${message}`}>{message}</p>
          ))}
        </Notice>
      )}
      {warnings.length > 0 && (
        <ul className="grid gap-1.5">
          {warnings.map(({ code, sentence }) => (
            <li key={`${code} ${sentence}`} className="flex gap-2 text-xs [overflow-wrap:anywhere]">
              <TriangleAlert aria-label="Warning" className="mt-0.5 size-3.5 shrink-0 text-warn" />
              <span className="min-w-0">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
