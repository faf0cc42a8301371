'use client';

import type { ReactNode } from 'react';
import type { SettingName } from '@/api/types';
import { askedSettings } from '@/lib/setting-words';
import { useDraft } from './draft-form';
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
  const { side, asked, errorAt, draft } = useTuningHost();
  const { draft: run, errorAt: runErrorAt, errors } = useDraft();
  const words = askedSettings(asked);
  const said = (group: Group): string =>
    [
      group.settings.includes('targetCpus') &&
        side === 'server' &&
        run.targetCpus.trim() &&
        `target on ${run.targetCpus}`,
      group.settings.includes('nic') && draft.nic.trim(),
      ...words.filter(({ setting }) => group.settings.includes(setting)).map(({ short }) => short),
    ]
      .filter(Boolean)
      .join(', ');
  const isFaulty = (group: Group): boolean =>
    (side === 'server' && group.settings.includes('targetCpus') && runErrorAt('targetCpus') !== undefined) ||
    Object.keys(errors).some((field) => {
      const [, ownSide, setting = '', ...rest] = field.split('.');
      const mine = field.startsWith('tuning.') && ownSide === side && group.settings.includes(setting as SettingName);
      return mine && errorAt([setting, ...rest].join('.')) !== undefined;
    });
  return (
    <div className="rounded-control border border-line">
      {GROUPS.map((group) => (
        <TuningGroup key={group.title} title={group.title} asked={said(group)} faulty={isFaulty(group)} onOpen={onOpen}>
          <group.fields />
        </TuningGroup>
      ))}
    </div>
  );
}
