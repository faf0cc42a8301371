'use client';

import { formatCpuList } from '@rules/cpus/cpu-list';
import { plural } from '@rules/words/numbers';
import { isStarted } from '@/features/draft/target-draft';
import { TextField } from '@/ui/inputs/field';
import { useDraft } from './draft-form';
import { FormPart } from './form-part';
import { setupOf } from './run-setup';
import { TargetCpusField } from './target/target-cpus-field';
import { TuningHostProvider, useTuningHostOf } from './tuning/tuning-host';

/** Which CPUs the target and the tool may use. */
export function CpusPart() {
  const { run, draft } = useDraft();
  const host = useTuningHostOf('server', false);
  const { targetCpus } = run.spec.tuning;
  const { toolCpus } = run.spec.load;
  // What runs already has the CPUs that whoever started it gave it.
  const started = isStarted(draft.target);
  const said = [started && `target on ${targetCpus ?? 'every CPU'}`, `tool on ${toolCpus ?? 'every CPU'}`];
  return (
    <FormPart part="cpus" title="CPU sets" said={said.filter(Boolean).join(' · ')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TuningHostProvider value={host}>
          <TargetCpusField />
        </TuningHostProvider>
        <ToolCpus />
      </div>
    </FormPart>
  );
}

function useToolCpus(): number[] {
  const { run, hostOf } = useDraft();
  return setupOf(run.spec, hostOf)?.clients[0]?.toolCpus ?? [];
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
