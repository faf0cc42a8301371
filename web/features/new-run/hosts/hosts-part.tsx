'use client';

import { plural } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { HostStatusChips } from '@/features/hosts/host-status';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { LaunchFields } from '@/features/new-run/on-demand';
import { ClientHosts } from './client-hosts';
import { ServerAddressField } from './server-address-field';
import { ServerHost } from './server-host';

export function HostsPart() {
  const { draft, turnHardware, errorAt } = useDraft();
  const choice = (
    <LabelledChoice
      field="hardware"
      label="Hardware"
      value={draft.hardware}
      onChange={turnHardware}
      options={HARDWARE}
      error={errorAt('hardware')}
    />
  );
  if (draft.hardware === 'ec2')
    return (
      <FormPart part="hosts" title="Hosts" said={<SaidOfLaunch />} open>
        <div className="grid gap-5">
          {choice}
          <LaunchFields />
        </div>
      </FormPart>
    );
  return (
    <FormPart part="hosts" title="Hosts" said={<Said />}>
      <div className="grid gap-5">
        {choice}
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          {draft.target.kind !== 'external' && <ServerHost />}
          <ClientHosts />
        </div>
        <ServerAddressField />
      </div>
    </FormPart>
  );
}

const HARDWARE: { value: 'enrolled' | 'ec2'; label: string }[] = [
  { value: 'enrolled', label: 'Enrolled hosts' },
  { value: 'ec2', label: 'EC2' },
];

/** 'c8i.8xlarge; load from 2 × c8i.4xlarge; launched in eu-central-1'. */
function SaidOfLaunch() {
  const { draft } = useDraft();
  const { serverType, clientType, region } = draft.launch;
  const count = draft.clientHostIds.length;
  return (
    <>
      {draft.target.kind === 'external' ? 'the target has no agent' : serverType}
      <span className="text-muted">; load from </span>
      {count === 1 ? clientType : `${count} × ${clientType}`}
      <span className="text-muted">; launched in EC2, {region}</span>
    </>
  );
}

/** 'lab-1, 8 CPUs; load from lab-2, 16 CPUs', each with what keeps it from a run. */
function Said(): ReactNode {
  const { draft, sameHost } = useDraft();
  const [first] = draft.clientHostIds;
  if (draft.clientHostIds.length === 0) return 'no load generator is chosen';
  const load = draft.clientHostIds.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Named hostId={id} />
    </span>
  ));
  if (draft.target.kind === 'external') return <>load from {load}; the target has no agent</>;
  if (sameHost)
    return (
      <>
        <Named hostId={first ?? ''} />
        <span className="text-muted">; server and load generator share it</span>
      </>
    );
  return (
    <>
      <Named hostId={draft.serverHostId} />
      <span className="text-muted">; load from </span>
      {load}
    </>
  );
}

function Named({ hostId }: { hostId: string }) {
  const { hostOf, labelOf } = useDraft();
  const host = hostOf(hostId);
  if (hostId === '') return 'no host is chosen';
  return (
    <>
      {labelOf(hostId)}
      {host && <span className="text-muted">, {plural(host.facts.cpus, 'CPU')}</span>}
      {host && host.status !== 'ready' && (
        <>
          {' '}
          <HostStatusChips host={host} />
        </>
      )}
    </>
  );
}
