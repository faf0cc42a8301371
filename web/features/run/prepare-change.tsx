'use client';

import type { Run } from '@contract/run';
import { CHANGES, type NextChange } from '@rules/next/changes';
import Link from 'next/link';
import { spareClient } from '@/features/draft/host-label';
import { useHosts } from '@/features/hosts/hosts-query';
import { isOwn } from '@/lib/imported';
import { buttonClass } from '@/ui/button';

interface PrepareChangeProps {
  run: Run;
  change: NextChange;
  /** The step that the advice is about; null: the one that the verdict speaks of. */
  stepIndex: number | null;
  look: 'primary' | 'plain';
}

/** Opens the form with the change made to this run, and shows there what differs. */
export function PrepareChange(props: PrepareChangeProps) {
  if (props.change === 'client-host') return <AddClient {...props} />;
  return <Prepare {...props} label={CHANGES[props.change].label} />;
}

/** Where no host is free there is one to be enrolled first. */
function AddClient(props: PrepareChangeProps) {
  const hosts = useHosts().data?.hosts;
  if (!hosts || !isOwn(props.run)) return null;
  if (spareClient(hosts, props.run.spec)) return <Prepare {...props} label={CHANGES['client-host'].label} />;
  return (
    <Link href="/hosts" className={buttonClass(props.look, 'max-sm:min-h-11')}>
      Enrol a client host
    </Link>
  );
}

function Prepare({ run, change, stepIndex, look, label }: PrepareChangeProps & { label: string }) {
  const step = stepIndex === null ? '' : `&step=${stepIndex + 1}`;
  return (
    <Link href={`/runs/new?from=${run.id}&change=${change}${step}`} className={buttonClass(look, 'max-sm:min-h-11')}>
      {label}
    </Link>
  );
}
