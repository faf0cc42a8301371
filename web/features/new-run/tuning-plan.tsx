'use client';

import type { TuningPlan } from '@/api/types';
import { CopyButton } from '@/components/copy-button';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { When } from '@/components/when';
import { namedCpus } from '@/lib/cpu-list';
import { planSentence, planView } from '@/lib/plan-groups';
import { planRequestOf } from '@/lib/plan-request';
import { useDraft } from './draft-form';
import { useTuningHost } from './tuning-host';
import { PlanChanges, PlanFold } from './tuning-plan-changes';
import { PlanError } from './tuning-plan-error';
import { useTuningPlan } from './tuning-plan-query';

/** What would be written on this very host, asked of its agent, which only reads. */
export function TuningPlanPreview() {
  const { run, errors, server, client } = useDraft();
  const { side, host, label } = useTuningHost();
  const facts = { server: server?.facts ?? null, client: client?.facts ?? null };
  const unreadable = Object.keys(errors).some(
    (field) => field.startsWith(`tuning.${side}.`) || (side === 'server' && field === 'targetCpus'),
  );
  const wanted = planRequestOf(side, run.spec, facts);
  const { plan, asking, error, retry } = useTuningPlan(host, unreadable ? null : wanted);
  if (wanted === null && !unreadable) return null;
  const offline = host?.status === 'offline';
  return (
    <section aria-label={`What this would write on ${label}`} className="rounded-control border border-line bg-bg">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-2.5">
        <h3 className="text-sm font-medium [overflow-wrap:anywhere]">What this would write on {label}</h3>
        <p role="status" className="text-xs text-muted">
          {asking && `asking ${label} …`}
        </p>
        {plan && !offline && !unreadable && (
          <div className="ml-auto">
            <CopyButton label="Copy as JSON" text={() => JSON.stringify(plan, null, 2)} />
          </div>
        )}
      </div>
      <div className="px-3 pb-3 pt-2">
        {unreadable && <Quiet>It is asked for once every field above can be read.</Quiet>}
        {!unreadable && offline && <PlanError label={label} error="offline" />}
        {!unreadable && !offline && error !== null && <PlanError label={label} error={error} retry={retry} />}
        {!unreadable && !offline && error === null && plan && <PlanBody plan={plan} stale={asking} />}
        {!unreadable && !offline && error === null && !plan && asking && (
          <div aria-hidden className="grid gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
          </div>
        )}
      </div>
    </section>
  );
}

const Quiet = ({ children }: { children: string }) => <p className="text-xs text-muted">{children}</p>;

function PlanBody({ plan, stale }: { plan: TuningPlan; stale: boolean }) {
  const view = planView(plan);
  return (
    <div aria-busy={stale} className={stale ? 'opacity-60' : undefined}>
      <p className="text-xs text-muted">
        <span className="font-medium text-ink">{planSentence(view)}.</span>{' '}
        {plan.targetCpus !== null && <>Target on {namedCpus(plan.targetCpus)}. </>}
        Read <When atUs={plan.takenAtUs} />; nothing was touched.
      </p>
      {plan.warnings.length > 0 && (
        <div className="mt-2">
          <Notice kind="warn">
            <ul className="grid gap-1 text-xs text-ink">
              {plan.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {view.groups.length > 0 && <PlanChanges groups={view.groups} />}
      <PlanFold
        changes={view.collateral}
        title={(count) => `${count} more ${count === 1 ? 'is' : 'are'} reset by this, and put back afterwards`}
      />
      <PlanFold
        changes={view.unchanged}
        title={(count) => (count === 1 ? '1 knob already has that value' : `${count} knobs already have that value`)}
      />
    </div>
  );
}
