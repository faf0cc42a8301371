'use client';

import type { LaunchSpec } from '@contract/launch';
import { systemName } from '@rules/launch/images';
import { launchTitle } from '@rules/launch/launch-words';
import Link from 'next/link';
import { useExperimentDraft } from '@/features/experiments/form/experiment-form';
import { TextField } from '@/ui/inputs/field';
import { Panel } from '@/ui/panel';

/** What the experiment's hosts are launched as, and the bounds of what they may cost. */
export function LaunchCard({ handed }: { handed: LaunchSpec }) {
  const { input, baseline } = useExperimentDraft();
  const elsewhere = baseline.runId === null ? '/runs/new?hardware=ec2' : `/runs/new?from=${baseline.runId}`;
  const { image, market, clusterPlacement, budgetMicroUsd } = handed;
  const system = image.kind === 'ami' ? image.imageId : `newest ${systemName(image.system)}`;
  return (
    <Panel title="EC2 hosts" aside="launched once, for all rounds">
      <div className="grid gap-4">
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="font-medium">{launchTitle(handed)}</span>
          <span className="text-muted">
            , {market}, {system}
            {clusterPlacement && ', in a cluster placement group'}.{' '}
          </span>
          <Link href={elsewhere} className="text-accent underline-offset-2 hover:underline">
            Choose others in New run
          </Link>
        </p>
        <div className="grid gap-x-4 gap-y-4 sm:grid-cols-3">
          <TextField
            id="ttlMinutes"
            label="TTL"
            unit="min"
            inputMode="numeric"
            placeholder={String(handed.ttlMinutes)}
            hint="Terminated then; while this instance is down, by a timer that user-data sets."
            {...input('ttlMinutes')}
          />
          <TextField
            id="keepMinutes"
            label="Keep after the last run"
            unit="min"
            inputMode="numeric"
            placeholder={String(handed.keepMinutes)}
            hint="For the next run of this shape."
            {...input('keepMinutes')}
          />
          <TextField
            id="budgetUsd"
            label="Budget"
            unit="$"
            inputMode="decimal"
            placeholder={budgetMicroUsd === null ? 'none' : String(budgetMicroUsd / 1e6)}
            hint="This instance terminates them when it is spent; the experiment then stops."
            {...input('budgetUsd')}
          />
        </div>
      </div>
    </Panel>
  );
}
