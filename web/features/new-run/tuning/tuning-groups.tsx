'use client';

import type { SettingName } from '@contract/tuning';
import { askedSettings, askedTargetCpus } from '@rules/tuning/setting-words';
import type { ReactNode } from 'react';
import { sysctlsSoFar } from '@/features/draft/sysctl-words';
import type { TuningSide } from '@/features/draft/tuning-changes';
import { useDraft } from '@/features/new-run/draft-form';
import { ServiceChoice } from './service-choice';
import { SysctlRows } from './sysctl-rows';
import { CpuFields } from './tuning-cpu-fields';
import { TuningGroup } from './tuning-group';
import { useTuningHost } from './tuning-host';
import { PacketFields } from './tuning-packet-fields';
import { QueueFields } from './tuning-queue-fields';

interface Group {
  title: string;
  settings: (SettingName | 'nic')[];
  fields: () => ReactNode;
}

const GROUPS: Group[] = [
  {
    title: 'CPUs',
    settings: ['targetCpus', 'cpuGovernor', 'cpuTurbo', 'transparentHugePages', 'openFilesLimit'],
    fields: CpuFields,
  },
  {
    title: 'Interrupts and queues',
    settings: [
      'nic',
      'nicQueues',
      'interruptAffinity',
      'packetSteering',
      'flowSteering',
      'transmitSteering',
      'interruptCoalescing',
    ],
    fields: QueueFields,
  },
  { title: 'Packets', settings: ['mtuBytes', 'offloads', 'busyPolling'], fields: PacketFields },
  { title: 'Kernel parameters', settings: ['sysctls'], fields: SysctlRows },
  { title: 'Services', settings: ['stopServices'], fields: ServiceChoice },
];

/** Every setting of one host, in groups that are folded until they are looked at. */
export function TuningGroups({ onOpen }: { onOpen: () => void }) {
  const { side, asked, draft, presentUnknown } = useTuningHost();
  const { run, errors, errorAt } = useDraft();
  const broken = Object.keys(errors).flatMap((field) => {
    const setting = settingOf(field, side);
    return setting === null ? [] : [{ setting, shown: errorAt(field) !== undefined }];
  });
  const sysctls = sysctlsSoFar(draft.sysctls);
  const words = [
    ...(side === 'server' ? askedTargetCpus(run.spec.tuning) : []),
    ...(draft.nic.trim() === '' ? [] : [{ setting: 'nic' as const, short: draft.nic.trim() }]),
    ...askedSettings(asked && { ...asked, sysctls: sysctls.filled }),
    ...(sysctls.adding === null ? [] : [{ setting: 'sysctls' as const, short: sysctls.adding }]),
  ].filter(({ setting }) => setting === 'sysctls' || !broken.some((field) => field.setting === setting));

  return (
    <div className="rounded-control border border-line">
      {presentUnknown !== null && (
        <p role="status" className="border-b border-line px-3 py-2 text-xs text-muted">
          {presentUnknown}
        </p>
      )}
      {GROUPS.map(({ title, settings, fields: Fields }) => (
        <TuningGroup
          key={title}
          title={title}
          asked={words.flatMap(({ setting, short }) => (settings.includes(setting) ? [short] : [])).join(', ')}
          faulty={broken.some(({ setting, shown }) => shown && settings.includes(setting))}
          onOpen={onOpen}
        >
          <Fields />
        </TuningGroup>
      ))}
    </div>
  );
}

/** The setting of this host that a field of the draft belongs to. */
function settingOf(field: string, side: TuningSide): Group['settings'][number] | null {
  if (field === 'targetCpus') return side === 'server' ? field : null;
  const [root, ownSide, setting] = field.split('.');
  return root === 'tuning' && ownSide === side ? (setting as SettingName) : null;
}
