'use client';

import { settingTitle } from '@rules/tuning/setting-words';
import { ChoiceSetting, CpuSetting, NumberSetting, OnOffSetting } from './tuning-field';
import { useTuningHost } from './tuning-host';

const CHOICES = 'lists such as 0-3,8, or all, nic-local, first 4, last 4, not target.';

export function QueueFields() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <NicSetting />
        <NumberSetting
          path="nicQueues"
          label={settingTitle('nicQueues')}
          kernel="ethtool -L"
          hint="Pairs of receive and transmit, each with an interrupt."
        />
        <AffinitySetting
          path="interruptAffinity"
          label={settingTitle('interruptAffinity')}
          kernel="smp_affinity"
          hint="CPUs that take the interrupts of the queues."
        />
        <CpuSetting
          path="packetSteering.cpus"
          label={settingTitle('packetSteering')}
          kernel="rps_cpus"
          hint="CPUs that received packets are spread over; none turns it off."
        />
        <NumberSetting
          path="flowSteering.entries"
          label={settingTitle('flowSteering')}
          kernel="rps_sock_flow_entries"
          unit="entries"
          hint="Packets go to the CPU that reads them. 0 turns it off."
        />
        <AffinitySetting
          path="transmitSteering"
          label={settingTitle('transmitSteering')}
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
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
