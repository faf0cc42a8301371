'use client';

import { TOOLS } from '@contract/tools';
import { transportText } from '@rules/requests/transport-words';
import { plural } from '@rules/words/numbers';
import { useState } from 'react';
import { refusalOf } from '@/features/draft/common-abilities';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { TransportFields } from '@/features/new-run/on-demand';
import { setupOf } from '@/features/new-run/run-setup';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';
import { ToolChoice } from './tool-choice';

/** What asks, how it reaches the target, and how often hosts are sampled meanwhile. */
export function ToolPart() {
  const { input, run } = useDraft();
  const { load, samplesPerSecond } = run.spec;
  const said = [
    load.tool,
    load.toolWorkers !== null && plural(load.toolWorkers, 'worker'),
    transportText(load),
    load.decompress && 'decompressed',
    `${plural(samplesPerSecond, 'sample')}/s`,
  ];
  return (
    <FormPart part="tool" title="Tool" said={said.filter(Boolean).join(' · ')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ToolChoice />
        <div className="grid gap-4 sm:grid-cols-2">
          <ToolWorkers />
          <TextField
            id="samples-per-second"
            label="Samples per second"
            unit="/s"
            inputMode="numeric"
            hint="Of each host. 1 averages over a second; up to 10 show bursts."
            {...input('samplesPerSecond')}
          />
        </div>
        <Decompression />
        <Transport />
      </div>
    </FormPart>
  );
}

const TRANSPORT = ['protocol', 'cookies', 'requestsPerConnection', 'serverName', 'verify', 'resume'] as const;

/** Folded while requests travel as they do as a rule; said in a line either way. */
function Transport() {
  const { run, errorAt } = useDraft();
  const [opened, setOpened] = useState(false);
  const faulty = TRANSPORT.some((field) => errorAt(`transport.${field}`));
  const open = opened || faulty || run.spec.load.tls !== null || transportText(run.spec.load) !== '';
  if (open)
    return (
      <div className="border-t border-line pt-4">
        <TransportFields />
      </div>
    );
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      HTTP/1.1 over connections that stay, without cookies.
      <Button look="ghost" aria-expanded={false} onClick={() => setOpened(true)}>
        Change<span className="sr-only"> how requests travel</span>
      </Button>
    </p>
  );
}

function ToolWorkers() {
  const { input, draft, run, hostOf, abilities } = useDraft();
  const setup = setupOf(run.spec, hostOf);
  const { worker, evenly } = TOOLS[draft.tool];
  const several = draft.clientHostIds.length > 1;
  if (abilities?.workers === 'none')
    return (
      <p className="text-xs text-muted">
        {refusalOf(abilities, 'workers') ?? `The number of ${draft.tool}’s threads cannot be chosen.`}
      </p>
    );
  const cpus = setup?.clients[0]?.toolCpus.length ?? 0;
  const own = several || cpus === 0 ? 'its CPUs' : plural(cpus, 'CPU');
  return (
    <TextField
      id="tool-workers"
      label={`Tool ${worker === 'process' ? 'processes' : `${worker}s`}${several ? ' on each client' : ''}`}
      inputMode="numeric"
      placeholder={several || cpus === 0 ? 'CPUs − 2' : String(Math.max(1, cpus - 2))}
      hint={`Empty: ${own} − 2, at least 1${evenly ? ', or fewer that divide the connections' : ''}.`}
      {...input('toolWorkers')}
    />
  );
}

function Decompression() {
  const { form, draft, abilities, errorAt } = useDraft();
  if (abilities && !abilities.decompression)
    return (
      <p className="text-xs text-muted">
        No decompression: {refusalOf(abilities, 'decompress') ?? `${draft.tool} never decompresses.`}
      </p>
    );
  const error = errorAt('decompress');
  return (
    <div>
      <SwitchField
        id="decompress"
        label="Decompression"
        hint={
          draft.decompress
            ? 'Gzip is asked for, and decompressed by the tool: its CPUs pay for that.'
            : 'Gzip is not asked for; what comes compressed anyway is not decompressed.'
        }
        checked={draft.decompress}
        onChange={(decompress) => form.setValue('decompress', decompress, { shouldDirty: true })}
      />
      {error && <p className="mt-1 text-xs text-bad">{error}</p>}
    </div>
  );
}
