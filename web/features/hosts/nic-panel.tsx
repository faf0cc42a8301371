import type { HostFacts } from '@contract/host';
import { plural } from '@rules/words/numbers';
import { Panel } from '@/ui/panel';
import { bandwidthText } from './fact-words';
import { FactRow } from './host-facts';
import { IrqGrid } from './irq-grid';
import { irqMap } from './irq-map';

type Nic = HostFacts['nics'][number];

/** Each NIC that is not the loopback: what it is, and which CPUs take its interrupts. */
export function NicPanels({ facts }: { facts: HostFacts }) {
  return facts.nics
    .filter(({ loopback }) => !loopback)
    .map((nic) => (
      <Panel
        key={nic.name}
        title={
          <>
            NIC <span className="font-mono text-[0.9em]">{nic.name}</span>
          </>
        }
        aside={nic.defaultRoute ? 'carries the default route' : undefined}
      >
        <NicFacts nic={nic} />
        <Interrupts nic={nic} facts={facts} />
      </Panel>
    ));
}

function NicFacts({ nic }: { nic: Nic }) {
  return (
    <div className="grid gap-x-10 gap-y-2 lg:grid-cols-2">
      <dl className="grid content-start gap-2">
        <FactRow name="Driver">
          {nic.driver ?? <span className="text-muted">none named</span>}
          {nic.firmware !== null && <span className="text-muted"> firmware {nic.firmware}</span>}
        </FactRow>
        <FactRow name="Bandwidth">{bandwidthText(nic) ?? <Unstated />}</FactRow>
        <FactRow name="Queues">
          {nic.rxQueues} rx, {nic.txQueues} tx
        </FactRow>
      </dl>
      <dl className="grid content-start gap-2">
        <FactRow name="MTU">{nic.mtuBytes} B</FactRow>
        <FactRow name="NUMA node">{nic.numaNode ?? <span className="text-muted">none</span>}</FactRow>
        <FactRow name="Addresses">
          {nic.addresses.length === 0 ? (
            <span className="text-muted">none</span>
          ) : (
            <span className="font-mono text-xs">{nic.addresses.join(', ')}</span>
          )}
        </FactRow>
      </dl>
    </div>
  );
}

function Unstated() {
  return (
    <span className="text-muted">unknown: the driver names no speed; state it in the host’s configuration file</span>
  );
}

function Interrupts({ nic, facts }: { nic: Nic; facts: HostFacts }) {
  const map = irqMap(nic, facts);
  if (!map)
    return (
      <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
        It has no interrupts of its own: software hands its packets over, as with veth and bridges, or its lines have no
        names of their own.
      </p>
    );
  return (
    <section aria-label={`Interrupts of ${nic.name}`} className="mt-4 border-t border-line pt-3">
      <h3 className="text-sm font-semibold">
        Interrupts against CPUs{' '}
        <span className="font-normal text-muted">
          {plural(map.rows.length, 'line')} × {plural(map.cpus, 'CPU')}
        </span>
      </h3>
      <p className="mb-3 mt-0.5 text-sm text-muted">{map.sentence}</p>
      <IrqGrid map={map} nodes={facts.numaNodes} />
    </section>
  );
}
