'use client';

import type { InstanceType } from '@rules/hosts/instance-types';
import { formatBitsPerSecond, plural } from '@rules/words/numbers';
import { useMemo } from 'react';
import { useDraft } from '@/features/new-run/draft-form';
import { Combobox } from '@/ui/inputs/combobox';
import { TextField } from '@/ui/inputs/field';
import { useLaunchFaultAt } from './launch-preview-query';

/** An instance type, typed or found by its size. */
export function TypeField({ name, label }: { name: 'serverType' | 'clientType'; label: string }) {
  const { form, draft, catalogue } = useDraft();
  const faultAt = useLaunchFaultAt();
  const type = catalogue?.get(draft.launch[name].trim());
  const options = useMemo(
    () => [...(catalogue ?? [])].map(([value, facts]) => ({ value, about: typeText(facts) })),
    [catalogue],
  );
  return (
    <div className="grid content-start gap-3">
      <TextField
        id={`launch-${name}`}
        label={`${label}: instance type`}
        hint={type && typeText(type)}
        error={faultAt(`launch.${name}`)}
        className="font-mono"
        {...form.register(`launch.${name}`)}
      />
      <Combobox
        id={`launch-${name}-find`}
        label={`Find a type for the ${label.toLowerCase()}`}
        placeholder="c8i, 32 vCPUs, 50 Gbit/s"
        options={options}
        nothing={(typed) => `No type of the catalogue has “${typed}”.`}
        onChoose={(value) => form.setValue(`launch.${name}`, value, { shouldDirty: true, shouldTouch: true })}
      />
    </div>
  );
}

/** '32 vCPUs · 12.5 Gbit/s, 15 Gbit/s in bursts'. */
function typeText({ vcpus, baselineBitsPerSecond, peakBitsPerSecond }: InstanceType): string {
  const most = peakBitsPerSecond > baselineBitsPerSecond ? `, ${formatBitsPerSecond(peakBitsPerSecond)} in bursts` : '';
  return `${plural(vcpus, 'vCPU')} · ${formatBitsPerSecond(baselineBitsPerSecond)}${most}`;
}
