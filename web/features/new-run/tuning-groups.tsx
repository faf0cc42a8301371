'use client';

import type { ReactNode } from 'react';
import type { SettingName } from '@/api/types';
import { askedSettings } from '@/lib/setting-words';
import { CPU_GOVERNORS, HUGE_PAGES } from '@/lib/tuning-draft';
import { useDraft } from './draft-form';
import { ServiceChoice } from './service-choice';
import { SysctlRows } from './sysctl-rows';
import { TargetCpusField } from './target-cpus-field';
import { ChoiceSetting, CpuSetting, NumberSetting, OnOffSetting } from './tuning-field';
import { TuningGroup } from './tuning-group';
import { useTuningHost } from './tuning-host';

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

const GRID = 'grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-3';

function CpuFields() {
  const { side } = useTuningHost();
  return (
    <div className={GRID}>
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

const CHOICES = 'Lists such as 0-3,8, or all, nic-local, first 4, last 4, not target.';

function QueueFields() {
  return (
    <div className="grid gap-5">
      <div className={GRID}>
        <NicSetting />
        <NumberSetting
          path="nicQueues"
          label="NIC queues"
          kernel="ethtool -L"
          hint="Pairs of receive and transmit, each with an interrupt."
        />
        <AffinitySetting
          path="interruptAffinity"
          label="Interrupt affinity"
          kernel="smp_affinity"
          hint="CPUs that take the interrupts of the queues."
        />
        <CpuSetting
          path="packetSteering.cpus"
          label="Packet steering (RPS)"
          kernel="rps_cpus"
          hint="CPUs that received packets are spread over; none turns it off."
        />
        <NumberSetting
          path="flowSteering.entries"
          label="Flow steering (RFS)"
          kernel="rps_sock_flow_entries"
          unit="flows"
          hint="Packets go to the CPU that reads them. 0 turns it off."
        />
        <AffinitySetting
          path="transmitSteering"
          label="Transmit steering (XPS)"
          kernel="xps_cpus"
          hint="CPUs that send by each queue."
        />
      </div>
      <p className="text-xs text-muted">CPUs: {CHOICES}</p>
      <fieldset>
        <legend className="mb-2 text-xs font-medium">
          Interrupt coalescing <code className="font-mono text-[0.6875rem] font-normal text-muted">ethtool -C</code>{' '}
          <span className="font-normal text-muted">· how long a NIC may wait before it interrupts</span>
        </legend>
        <div className={GRID}>
          <OnOffSetting path="interruptCoalescing.adaptiveRx" label="Adaptive, receive" kernel="adaptive-rx" />
          <NumberSetting path="interruptCoalescing.rxUs" label="Wait, receive" kernel="rx-usecs" unit="µs" />
          <NumberSetting path="interruptCoalescing.rxFrames" label="Packets, receive" kernel="rx-frames" />
          <OnOffSetting path="interruptCoalescing.adaptiveTx" label="Adaptive, transmit" kernel="adaptive-tx" />
          <NumberSetting path="interruptCoalescing.txUs" label="Wait, transmit" kernel="tx-usecs" unit="µs" />
          <NumberSetting path="interruptCoalescing.txFrames" label="Packets, transmit" kernel="tx-frames" />
        </div>
      </fieldset>
    </div>
  );
}

function NicSetting() {
  const { host, nic, draft } = useTuningHost();
  const names = host?.facts.nics.map(({ name }) => name) ?? [];
  const kept = draft.nic.trim() !== '' && !names.includes(draft.nic.trim()) ? [draft.nic.trim()] : [];
  const automatic =
    draft.nic.trim() === '' && nic ? `the one that carries the load: ${nic}` : 'the one that carries the load';
  return (
    <ChoiceSetting
      path="nic"
      label="NIC"
      kernel="interface"
      hint="That the settings of queues and packets mean."
      always
      options={[
        { value: '', label: automatic },
        ...names,
        ...kept.map((name) => ({ value: name, label: `${name} · not among its NICs now` })),
      ]}
    />
  );
}

/** CPUs, and how the queues are spread over them once there are some. */
function AffinitySetting(props: { path: string; label: string; kernel: string; hint: string }) {
  const { textAt } = useTuningHost();
  const filled = textAt(`${props.path}.cpus`).trim() !== '';
  return (
    <div className="grid content-start gap-3">
      <CpuSetting {...props} path={`${props.path}.cpus`} />
      {filled && (
        <ChoiceSetting
          path={`${props.path}.spread`}
          label={`Spread of ${props.label.toLowerCase().replace('xps', 'XPS')}`}
          kernel="spread"
          always
          options={[
            { value: 'one-to-one', label: 'one queue to one CPU' },
            { value: 'all', label: 'every queue to all of them' },
          ]}
        />
      )}
    </div>
  );
}

function PacketFields() {
  return (
    <div className="grid gap-5">
      <div className={GRID}>
        <NumberSetting
          path="mtuBytes"
          label="MTU"
          kernel="mtu"
          unit="B"
          hint="Of both ends alike: 1500, or 9001 for jumbo frames."
        />
        <NumberSetting
          path="busyPolling.pollUs"
          label="Busy polling, poll"
          kernel="net.core.busy_poll"
          unit="µs"
          hint="How long poll and select look for packets themselves."
        />
        <NumberSetting
          path="busyPolling.readUs"
          label="Busy polling, read"
          kernel="net.core.busy_read"
          unit="µs"
          hint="How long a read looks for packets itself."
        />
      </div>
      <fieldset>
        <legend className="mb-2 text-xs font-medium">
          Offloads <code className="font-mono text-[0.6875rem] font-normal text-muted">ethtool -K</code>{' '}
          <span className="font-normal text-muted">· packets gathered and cut by NIC or stack</span>
        </legend>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <OnOffSetting path="offloads.gro" label="Generic receive" kernel="gro" />
          <OnOffSetting path="offloads.gso" label="Generic send" kernel="gso" />
          <OnOffSetting path="offloads.tso" label="TCP send" kernel="tso" />
          <OnOffSetting path="offloads.lro" label="Large receive" kernel="lro" />
        </div>
      </fieldset>
    </div>
  );
}
