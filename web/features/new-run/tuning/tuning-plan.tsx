'use client';

import type { TuningPlan } from '@contract/tuning';
import { cpusText, parseCpuList } from '@rules/cpus/cpu-list';
import { useDraft } from '@/features/new-run/draft-form';
import { Allowed, NeedsRole } from '@/features/shell/allowed';
import { CopyButton } from '@/ui/copy-button';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { When } from '@/ui/when';
import { planSentence, planView } from './plan-groups';
import { useTuningHost } from './tuning-host';
import { PlanChanges, PlanFold } from './tuning-plan-changes';
import { PlanError } from './tuning-plan-error';
import { type OwnPlan, useOwnPlan } from './tuning-plan-query';

/** What would be written on these very hosts, asked of their agents, which only read. */
export function TuningPlanPreviews() {
  const { side } = useTuningHost();
  const { draft, apart } = useDraft();
  const ids = side === 'server' ? [draft.serverHostId] : apart;
  return ids.map((hostId) => <TuningPlanPreview key={hostId} hostId={hostId} />);
}

function TuningPlanPreview({ hostId }: { hostId: string }) {
  const { side } = useTuningHost();
  const { hostOf, labelOf } = useDraft();
  const host = hostOf(hostId);
  const label = labelOf(hostId);
  const { plan, asking, error, retry, nothing, unreadable, idleNic } = useOwnPlan(side, hostId);
  if (nothing) return null;
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
        <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="see what would be written" />}>
          {host?.status === 'awaited' && <Quiet>Known once the host is launched and its agent has joined.</Quiet>}
          {unreadable && <Quiet>It is asked for once every field above can be read.</Quiet>}
          {!unreadable && offline && <PlanError label={label} error="offline" />}
          {!unreadable && !offline && error !== null && <PlanError label={label} error={error} retry={retry} />}
          {!unreadable && !offline && error === null && plan && (
            <PlanBody plan={plan} stale={asking} idleNic={idleNic} />
          )}
          {!unreadable && !offline && error === null && !plan && asking && (
            <div aria-hidden className="grid gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4" />
              <Skeleton className="h-4" />
            </div>
          )}
        </Allowed>
      </div>
    </section>
  );
}

const Quiet = ({ children }: { children: string }) => <p className="text-xs text-muted">{children}</p>;

interface PlanBodyProps {
  plan: TuningPlan;
  stale: boolean;
  idleNic: OwnPlan['idleNic'];
}

function PlanBody({ plan, stale, idleNic }: PlanBodyProps) {
  const view = planView(plan);
  const idle =
    idleNic && `${idleNic.taken} does not carry the load, ${idleNic.carrier} does: its settings can show nothing.`;
  const warnings = [...(idle ? [idle] : []), ...plan.warnings];
  return (
    <div aria-busy={stale} className={stale ? 'opacity-60' : undefined}>
      <p className="text-xs text-muted">
        <span className="font-medium text-ink">{planSentence(view)}.</span>{' '}
        {plan.targetCpus !== null && <>Target on {cpusText(parseCpuList(plan.targetCpus))}. </>}
        Read <When atUs={plan.takenAtUs} />; nothing was touched.
      </p>
      {warnings.length > 0 && (
        <div className="mt-2">
          <Notice kind="warn">
            <ul className="grid gap-1 text-xs text-ink">
              {warnings.map((warning) => (
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
