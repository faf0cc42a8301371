'use client';

import { LAUNCH_SYSTEMS, MARKETS } from '@contract/choices';
import { systemName } from '@rules/launch/images';
import { useEffect, useRef } from 'react';
import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';
import { useLaunchFaultAt } from './launch-preview-query';

const FIELDS = ['zones', 'subnets', 'securityGroup', 'imageId', 'market', 'clusterPlacement'];

/** Where and from what the hosts are launched. */
export function MoreOfLaunch() {
  const { form, draft } = useDraft();
  const faultAt = useLaunchFaultAt();
  const { market, clusterPlacement, system } = draft.launch;
  const faulty = FIELDS.some((field) => faultAt(`launch.${field}`) !== undefined);
  const field = (name: 'zones' | 'subnets' | 'securityGroup' | 'imageId') => ({
    id: `launch-${name}`,
    error: faultAt(`launch.${name}`),
    ...form.register(`launch.${name}`),
  });
  const fold = useRef<HTMLDetailsElement>(null);
  // A fault unfolds it; that it is mended folds nothing away from under the hands of who mended it.
  useEffect(() => {
    if (faulty && fold.current) fold.current.open = true;
  }, [faulty]);
  const set = { shouldDirty: true, shouldTouch: true };
  return (
    <details ref={fold}>
      <summary className="hit cursor-pointer rounded-control text-sm text-accent underline-offset-2 hover:underline">
        Zones, subnets, image, placement and market
      </summary>
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <TextField
          label="Zones allowed"
          placeholder="all"
          hint="Such as eu-central-1a; several by spaces."
          {...field('zones')}
        />
        <TextField
          label="Subnets to try, in order"
          placeholder="those of the default network"
          hint="Ids; several by spaces."
          {...field('subnets')}
        />
        <Field id="launch-system" label="Image">
          <SelectBox id="launch-system" {...form.register('launch.system')}>
            {LAUNCH_SYSTEMS.map((name) => (
              <option key={name} value={name}>{`newest ${systemName(name)}`}</option>
            ))}
            <option value="ami">an AMI of your own</option>
          </SelectBox>
        </Field>
        {system === 'ami' && (
          <TextField
            label="Id of the AMI"
            placeholder="ami-…"
            hint="A Linux with systemd and curl."
            {...field('imageId')}
          />
        )}
        <TextField
          label="Security group"
          placeholder="one of its own, deleted with it"
          hint="Hosts of the launch have to reach each other on every port."
          {...field('securityGroup')}
        />
        <LabelledChoice
          field="launch.market"
          label="Market"
          value={market}
          onChange={(next) => form.setValue('launch.market', next, set)}
          options={MARKETS.map((value) => ({ value, label: value }))}
          hint={market === 'spot' ? 'Cheaper; AWS may take the hosts back at any time.' : undefined}
          error={faultAt('launch.market')}
        />
        <SwitchField
          id="launch-clusterPlacement"
          label="Cluster placement group"
          hint="Hosts close to each other: lower latency, but AWS is more often out of capacity."
          checked={clusterPlacement}
          onChange={(on) => form.setValue('launch.clusterPlacement', on, set)}
        />
      </div>
    </details>
  );
}
