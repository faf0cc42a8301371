'use client';

import { TOOLS } from '@contract/tools';
import { formatCpuList } from '@rules/cpus/cpu-list';
import { transportText } from '@rules/requests/transport-words';
import { plural } from '@rules/words/numbers';
import { useState } from 'react';
import { refusalOf } from '@/features/draft/common-abilities';
import { useDraft } from '@/features/new-run/draft-form';
import { TransportFields } from '@/features/new-run/on-demand';
import { setupOf } from '@/features/new-run/run-setup';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';

/** What holds for every step. */
export function LoadFields() {
  const { input } = useDraft();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          id="warmup"
          label="Warm-up before each step"
          unit="s"
          inputMode="numeric"
          hint="Never counted. 0: none."
          {...input('warmupSeconds')}
        />
        <TextField
          id="pause"
          label="Pause between steps"
          unit="s"
          inputMode="numeric"
          hint="Lets sockets close. 0: none."
          {...input('pauseSeconds')}
        />
        <ToolWorkers />
        <ToolCpus />
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
    </>
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

function useToolCpus(): number[] {
  const { run, hostOf } = useDraft();
  return setupOf(run.spec, hostOf)?.clients[0]?.toolCpus ?? [];
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

function ToolCpus() {
  const { form, draft, clients, errorAt } = useDraft();
  const toolCpus = useToolCpus();
  const [only] = clients;
  const alone = clients.length === 1 && only;
  const error = errorAt('toolCpus');
  const asked = draft.toolCpus.trim() !== '' && toolCpus.length > 0 && !error && alone;
  return (
    <TextField
      id="tool-cpus"
      label={`CPU set of the tool${clients.length > 1 ? ', on each client' : ''}`}
      placeholder={`every CPU${alone ? `: ${only.facts.onlineCpus}` : ''}`}
      hint={
        asked
          ? `${plural(toolCpus.length, 'CPU')} here: ${formatCpuList(toolCpus)}.`
          : 'Such as 4-7 or last 4. Empty: every CPU.'
      }
      error={error}
      {...form.register('toolCpus')}
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
