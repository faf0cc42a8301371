'use client';

import type { Host } from '@contract/host';
import { formatBytes } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { automaticHost, hostLabels } from '@/features/draft/host-label';
import { hostAmong } from '@/features/draft/run-facts';
import { handExperiment } from '@/features/experiments/form/experiment-storage';
import { focusMain } from '@/ui/browser/opener';
import { Button } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { Panel } from '@/ui/panel';
import { configurationOn, DESIGN_BYTES_MAX, hostsOfDesign, type OpenedDesign, openDesign } from './open-design';

const ID = 'design-file';

/** Begins an experiment with a file: its question, baseline and variants, on hosts that are chosen here. */
export function OpenDesignPanel({ hosts, onHanded }: { hosts: Host[]; onHanded: () => void }) {
  const [design, setDesign] = useState<OpenedDesign>();
  const [fault, setFault] = useState<string>();
  const read = async (file: File): Promise<void> => {
    setDesign(undefined);
    if (file.size > DESIGN_BYTES_MAX)
      return setFault(`A design has at most ${formatBytes(DESIGN_BYTES_MAX)}; choose another file.`);
    const opened = openDesign(await file.text());
    if ('fault' in opened) return setFault(opened.fault);
    setFault(undefined);
    setDesign(opened);
  };
  return (
    <Panel title="Design file" aside="a question with its baseline and variants">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          id={ID}
          label="A design as JSON"
          error={fault}
          hint="Such as those of docs/regimes in the source: how many database connections, what an fsync costs, what retries do."
        >
          <input
            id={ID}
            type="file"
            accept=".json,application/json"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${ID}-error ${ID}-hint` : `${ID}-hint`}
            className="max-w-full text-xs text-muted file:mr-3 file:rounded-control file:border file:border-line-strong file:bg-panel file:px-3 file:py-1 file:text-sm file:text-ink"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void read(file);
            }}
          />
        </Field>
        {design && <OnHosts key={design.draft.question} design={design} hosts={hosts} onHanded={onHanded} />}
      </div>
    </Panel>
  );
}

interface OnHostsProps {
  design: OpenedDesign;
  hosts: Host[];
  onHanded: () => void;
}

/** Which hosts stand for those that the file names; it comes from elsewhere, where others are enrolled. */
function OnHosts({ design, hosts, onHanded }: OnHostsProps) {
  const router = useRouter();
  const names = hostsOfDesign(design);
  const [chosen, setChosen] = useState(
    () => new Map(names.map((name, at) => [name, hostFor(name, at, design, hosts)])),
  );
  const labels = hostLabels(hosts);
  const open = (): void => {
    const address = handExperiment(
      { name: design.baselineName, spec: configurationOn(design, chosen, hostAmong(hosts)), from: 'design' },
      design.draft,
    );
    focusMain();
    onHanded();
    router.push(address);
  };
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <p className="text-sm font-medium [overflow-wrap:anywhere]">{design.draft.question}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name, at) => (
          <Field key={name} id={`design-host-${at}`} label={roleOf(name, design)}>
            <SelectBox
              id={`design-host-${at}`}
              value={chosen.get(name)}
              onChange={({ target }) => setChosen(new Map(chosen).set(name, target.value))}
            >
              {hosts.map(({ id }) => (
                <option key={id} value={id}>
                  {labels.get(id)}
                </option>
              ))}
            </SelectBox>
          </Field>
        ))}
      </div>
      <p>
        <Button look="primary" disabled={hosts.length === 0} onClick={open}>
          Open this design
        </Button>
        {hosts.length === 0 && (
          <span className="ml-3 text-xs text-muted">No host is enrolled yet; enroll one under Hosts.</span>
        )}
      </p>
    </div>
  );
}

/** One that the file means, if it is enrolled here; else one that is ready, a host for each as long as there are some. */
function hostFor(name: string, at: number, { configuration }: OpenedDesign, hosts: Host[]): string {
  if (hosts.some(({ id }) => id === name)) return name;
  const first = automaticHost(hosts, configuration.tool);
  const others = hosts.filter((host) => host !== first && host.status === 'ready');
  return (at === 0 ? first : (others[at - 1] ?? first))?.id ?? '';
}

function roleOf(name: string, { configuration: { serverHostId, clientHostIds, backendHostId } }: OpenedDesign): string {
  const client = clientHostIds.indexOf(name);
  if (name === serverHostId) return client < 0 ? 'Server host' : 'Host of server and load generator';
  if (name === backendHostId) return 'Host of the services';
  return clientHostIds.length > 1 ? `Load generator host ${client + 1}` : 'Load generator host';
}
