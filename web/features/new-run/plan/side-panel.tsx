'use client';

import { plural } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { namedAlone } from '@/features/draft/host-label';
import { handExperiment } from '@/features/experiments/form/experiment-storage';
import { againstOriginal } from '@/features/experiments/form/prepared-experiment';
import { useDraft } from '@/features/new-run/draft-form';
import { HeldLaunch, LaunchAtButton, RunLaunchCost } from '@/features/new-run/on-demand';
import { RunButton } from '@/features/new-run/run-button';
import { cliOf, curlOf } from '@/lib/command-text';
import { focusMain } from '@/ui/browser/opener';
import { Button, SteadyButton } from '@/ui/button';
import { CopyButton } from '@/ui/copy-button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { Notice } from '@/ui/notice';
import { Plan } from './plan';
import { PlanFaults } from './plan-faults';
import { Warnings } from './run-warnings';

interface SidePanelProps {
  busy: boolean;
  error: unknown;
  /** Of what this form launched; null: nothing. */
  launchId: string | null;
  mayRun: boolean;
  onStartOver: () => void;
}

export function SidePanel({ busy, error, launchId, mayRun, onStartOver }: SidePanelProps) {
  const { form, draft, launch, ownName, original, errors, errorAt } = useDraft();
  const readable = Object.keys(errors).length === 0;
  return (
    <aside
      aria-label="This run"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4 xl:sticky xl:top-5 xl:max-h-[calc(100dvh-2.5rem)] xl:overflow-y-auto"
    >
      {/* Above whatever comes and goes: a button that moves under the pointer swallows the click. On a phone it stays in sight. */}
      {mayRun && (
        <div className="flex flex-col gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:flex-col-reverse max-sm:border-t max-sm:border-line-strong max-sm:bg-panel max-sm:p-2.5">
          <div className="flex gap-2">
            <RunButton busy={busy} />
            <ComparisonButton />
          </div>
          {readable && launch && <LaunchAtButton asked={launch} />}
        </div>
      )}
      {mayRun && <Faults />}
      {mayRun && <PlanFaults />}
      {error ? (
        <div id="run-refused" tabIndex={-1} className="grid gap-2 rounded-panel">
          <ErrorNotice
            title="The run was not started"
            unconfirmed="Not confirmed: the run may be queued by now. Look in the list of runs"
            error={error}
          />
          {launchId !== null && <HeldLaunch id={launchId} />}
        </div>
      ) : null}
      {readable ? <Plan /> : <p className="text-sm text-muted">The plan is shown once every field can be read.</p>}
      {readable && launch && mayRun && <RunLaunchCost asked={launch} />}
      {readable && <Warnings />}
      <TextField
        id="name"
        label="Name"
        placeholder={readable ? ownName : undefined}
        hint={
          draft.name.trim() === '' &&
          readable && <span className="block text-pretty">Left empty, it is named {ownName}</span>
        }
        error={errorAt('name')}
        maxLength={200}
        {...form.register('name')}
      />
      {readable && !launch && <CopyButtons />}
      <Button look="ghost" className="justify-self-start" onClick={onStartOver}>
        {original ? 'Start over from the original' : 'Start over'}
      </Button>
    </aside>
  );
}

/**
 * The configuration goes to the form of an experiment, as a variant of the run that it was made from, else as the baseline;
 * what was typed here stays.
 */
function ComparisonButton() {
  const { run, launch, draft, changes, errors, repeatable, showAll } = useDraft();
  const router = useRouter();
  const name = draft.name.trim() || changes.map(({ short }) => short).join(', ') || 'changed';
  const against = repeatable && againstOriginal(repeatable, { name, spec: run.spec });
  const hardware = launch === null ? {} : { launch: launch.spec };
  const go = (): void => {
    if (Object.keys(errors).length > 0) return showAll();
    const address = against
      ? handExperiment({ ...against.baseline, ...hardware }, against.draft)
      : handExperiment({ name: run.name, spec: run.spec, ...hardware });
    focusMain();
    router.push(address);
  };
  return against ? (
    <SteadyButton title="An experiment in rounds: the original against this" onClick={go}>
      Compare with original
    </SteadyButton>
  ) : (
    <SteadyButton title="An experiment with this as its baseline: adds variants and rounds" onClick={go}>
      Run as comparison
    </SteadyButton>
  );
}

/** What stands in the way as things are, and what could not be read when Run was pressed. */
function Faults() {
  const { faults, errors, errorAt, tried } = useDraft();
  const shown = Object.keys(faults).filter((field) => errorAt(field));
  const inTheWay = shown.filter((field) => !errors[field]);
  if (shown.length === 0) return null;
  return (
    <Notice
      kind="bad"
      alert={tried}
      title={`${plural(shown.length, 'field')} ${shown.length === 1 ? 'needs' : 'need'} a look`}
    >
      {inTheWay.map((field) => (
        <p key={field} className="mb-1">
          {faults[field]}
        </p>
      ))}
      {tried && <p>Nothing was sent; what you typed is kept.</p>}
    </Notice>
  );
}

function CopyButtons() {
  const { run, ...places } = useDraft();
  const nameOf = namedAlone(places);
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(run, null, 2)} />
        <CopyButton label="Copy as curl" text={() => curlOf(window.location.origin, run)} />
        <CopyButton label="Copy as CLI" text={() => cliOf(window.location.origin, run, nameOf)} />
      </div>
      <p className="mt-1.5 text-xs text-muted">
        Both commands read an API token from <code className="font-mono">MILLIONRPS_TOKEN</code>; Settings makes one,
        and has the program of the CLI.
      </p>
    </div>
  );
}
