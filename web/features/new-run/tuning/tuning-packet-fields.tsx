'use client';

import { NumberSetting, OnOffSetting } from './tuning-field';

export function PacketFields() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
