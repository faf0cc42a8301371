'use client';

import { LAUNCH_LIMITS } from '@contract/limits';
import { JOURNAL_HARDWARE, type JournalHardware } from '@rules/launch/journal-hardware';
import { plannedClientIds } from '@rules/launch/planned-hosts';
import { useDraft } from '@/features/new-run/draft-form';
import { TextField } from '@/ui/inputs/field';
import { useLaunchFaultAt } from './launch-preview-query';
import { MoreOfLaunch } from './more-of-launch';
import { TypeField } from './type-field';

const TOUCHED = { shouldDirty: true, shouldTouch: true };

/** The hosts to launch: what is measured on, for how long, and for how much. */
export function LaunchFields() {
  const { form, draft } = useDraft();
  const faultAt = useLaunchFaultAt();
  const field = (name: 'ttlMinutes' | 'keepMinutes' | 'budgetUsd' | 'region') => ({
    id: `launch-${name}`,
    error: faultAt(`launch.${name}`),
    ...form.register(`launch.${name}`),
  });
  return (
    <div className="grid gap-5">
      <JournalPresets />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {draft.target.kind !== 'external' && <TypeField name="serverType" label="Server" />}
        <div className="grid content-start gap-3">
          <TypeField name="clientType" label="Load generator" />
          <ClientCount error={faultAt('launch.clientCount')} />
        </div>
      </div>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField label="Region" {...field('region')} />
        <TextField
          label="TTL"
          unit="min"
          inputMode="numeric"
          hint="Terminated then; while this instance is down, by a timer that user-data sets."
          {...field('ttlMinutes')}
        />
        <TextField
          label="Keep after the last run"
          unit="min"
          inputMode="numeric"
          hint="For the next run of this shape."
          {...field('keepMinutes')}
        />
        <TextField
          label="Budget"
          unit="$"
          inputMode="decimal"
          placeholder="none"
          hint="This instance terminates them when it is spent."
          {...field('budgetUsd')}
        />
      </div>
      <MoreOfLaunch />
    </div>
  );
}

/** As many hosts as clients: the run names each. */
function ClientCount({ error }: { error: string | undefined }) {
  const { form, draft, catalogue } = useDraft();
  const change = (typed: string): void => {
    form.setValue('launch.clientCount', typed, TOUCHED);
    const count = Number(typed);
    if (Number.isInteger(count) && count >= 1 && count <= LAUNCH_LIMITS.clients[1])
      form.setValue('clientHostIds', plannedClientIds(count), TOUCHED);
  };
  const vcpus = catalogue?.get(draft.launch.clientType.trim())?.vcpus;
  const count = draft.clientHostIds.length;
  return (
    <TextField
      id="launch-clientCount"
      name="launch.clientCount"
      label="How many"
      inputMode="numeric"
      className="max-w-28"
      value={draft.launch.clientCount}
      onChange={(event) => change(event.target.value)}
      error={error}
      hint={count > 1 && vcpus !== undefined ? `${count * vcpus} vCPUs together` : undefined}
    />
  );
}

/** The hosts of entries of the journal. What they cost stands beside the plan once they are chosen. */
function JournalPresets() {
  const { form, draft } = useDraft();
  const choose = ({ server, clients }: JournalHardware): void => {
    const next = {
      ...draft.launch,
      serverType: server?.instanceType ?? draft.launch.serverType,
      clientType: clients?.instanceType ?? draft.launch.clientType,
      clientCount: String(clients?.count ?? 1),
    };
    form.setValue('launch', next, TOUCHED);
    form.setValue('clientHostIds', plannedClientIds(clients?.count ?? 1), TOUCHED);
  };
  const { serverType, clientType, clientCount } = draft.launch;
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">
        <span className="font-medium">The journal’s hardware</span>: the hosts alone; target and load stay as they are
      </legend>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {JOURNAL_HARDWARE.map((preset) => (
          <button
            key={preset.entry}
            type="button"
            aria-pressed={
              preset.server?.instanceType === serverType &&
              preset.clients?.instanceType === clientType &&
              String(preset.clients.count) === clientCount
            }
            onClick={() => choose(preset)}
            className="flex min-h-14 min-w-0 flex-col justify-center rounded-control border border-control/60 px-3 py-1.5 text-left hover:border-control aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            <span className="font-mono text-xs font-medium [overflow-wrap:anywhere]">
              {`${preset.server?.instanceType} + ${preset.clients?.instanceType}`}
            </span>
            <span className="text-xs text-muted">
              Entry {preset.entry}: {preset.title}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
