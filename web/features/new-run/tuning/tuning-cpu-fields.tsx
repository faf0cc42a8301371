'use client';

import { CPU_GOVERNORS, HUGE_PAGES } from '@contract/choices';

import { TargetCpusField } from '@/features/new-run/target/target-cpus-field';
import { ChoiceSetting, NumberSetting, OnOffSetting } from './tuning-field';
import { useTuningHost } from './tuning-host';

export function CpuFields() {
  const { side } = useTuningHost();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {side === 'server' && <TargetCpusField />}
      <ChoiceSetting
        path="cpuGovernor"
        label="CPU governor"
        kernel="scaling_governor"
        hint="How the frequency follows the load."
        options={CPU_GOVERNORS}
      />
      <OnOffSetting path="cpuTurbo" label="Turbo" kernel="boost" hint="Frequencies above the nominal one." />
      <ChoiceSetting
        path="transparentHugePages"
        label="Transparent huge pages"
        kernel="transparent_hugepage"
        hint="When memory comes in pages of 2 MiB."
        options={HUGE_PAGES}
      />
      <NumberSetting
        path="openFilesLimit"
        label="Open files"
        kernel="nofile"
        hint={
          side === 'server' ? 'Of the target’s processes; a connection is one.' : 'Of the tool; a connection is one.'
        }
      />
    </div>
  );
}
