'use client';

import { Play, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { ErrorNotice } from '@/components/error-notice';
import { TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { curlOf } from '@/lib/command-text';
import { inFlightMax, plannedSeconds, stepWorkers } from '@/lib/estimate';
import { ABSENT, formatCount, plural } from '@/lib/format';
import { emptyDraft, setupOf } from '@/lib/run-draft';
import { formatDuration } from '@/lib/time';
import { warningsOf } from '@/lib/warnings';
import { useDraft } from './draft-form';

export function SidePanel({ busy, error }: { busy: boolean; error: unknown }) {
  const { form, run, host, errors, errorAt } = useDraft();
  const wrong = Object.keys(errors).length;
  const shown = Object.keys(errors).filter((field) => errorAt(field)).length;
  return (
    <aside
      aria-label="This run"
      className="grid gap-4 rounded-panel border border-line bg-panel p-4 xl:sticky xl:top-5 xl:max-h-[calc(100dvh-2.5rem)] xl:overflow-y-auto"
    >
      <TextField
        id="name"
        label="Name"
        placeholder={run.name}
        hint="Empty: the name shown."
        error={errorAt('name')}
        maxLength={200}
        {...form.register('name')}
      />
      {/* Above whatever comes and goes: a button that moves under the pointer swallows the click. */}
      <Button look="primary" type="submit" disabled={busy} className="h-9">
        <Play aria-hidden className="size-3.5" />
        {busy ? 'Starting …' : 'Run'}
      </Button>
      {shown > 0 && (
        <Notice kind="bad" alert title={`${plural(shown, 'field')} ${shown === 1 ? 'needs' : 'need'} a look`}>
          Nothing was sent; what you typed is kept.
        </Notice>
      )}
      {error ? <ErrorNotice title="The run was not started" error={error} /> : null}
      {wrong === 0 ? <Plan /> : <p className="text-sm text-muted">The plan is shown once every field can be read.</p>}
      {host && wrong === 0 && <Warnings />}
      {wrong === 0 && (
        <div className="flex flex-wrap gap-2">
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(run, null, 2)} />
          <CopyButton label="Copy as curl" text={() => curlOf(window.location.origin, run)} />
        </div>
      )}
      <Button
        look="ghost"
        className="justify-self-start"
        onClick={() => form.reset({ ...emptyDraft(), hostId: form.getValues('hostId') })}
      >
        Start over
      </Button>
    </aside>
  );
}

function Plan() {
  const { run, host } = useDraft();
  const { load } = run.spec;
  const setup = host && setupOf(run.spec, host.facts);
  return (
    <div>
      <p className="text-xs text-muted">Planned duration</p>
      <p className="text-2xl font-semibold tracking-tight">{formatDuration(plannedSeconds(load))}</p>
      <p className="text-xs text-muted">
        {plural(load.steps.length, 'step')}
        {load.warmupSeconds > 0 && `, ${load.warmupSeconds} s warm-up each`}
        {load.pauseSeconds > 0 && load.steps.length > 1 && `, ${load.pauseSeconds} s pauses`}; a few seconds more to
        prepare and restore
      </p>
      <table className="mt-3 w-full text-xs">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pb-1 text-left font-medium">
              step
            </th>
            <th
              scope="col"
              className="pb-1 text-right font-medium"
              title="Requests in flight at most: connections × pipelining"
            >
              in flight
            </th>
            <th
              scope="col"
              className="pb-1 text-right font-medium"
              title="Workers of the tool: the most that share the connections evenly"
            >
              tool workers
            </th>
            <th scope="col" className="pb-1 text-right font-medium">
              lasts
            </th>
          </tr>
        </thead>
        <tbody>
          {load.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
            <tr key={index} className="border-t border-line">
              <td className="py-1 text-muted">{index + 1}</td>
              <td className="py-1 text-right">{formatCount(inFlightMax(step))}</td>
              <td className="py-1 text-right">
                {setup ? (stepWorkers(step.connections, setup.toolWorkers, setup.toolWorkersAsked) ?? ABSENT) : ABSENT}
              </td>
              <td className="py-1 text-right">{formatDuration(step.durationSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Warnings() {
  const { run, host } = useDraft();
  const warnings = host ? warningsOf(setupOf(run.spec, host.facts)) : [];
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Before it costs a run" className="rounded-control bg-warn-soft px-3 py-2.5">
      <h3 className="flex items-center gap-2 text-xs font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-3.5" />
        Before it costs a run
      </h3>
      <ul className="mt-2 grid gap-2">
        {warnings.map((warning) => (
          <li key={warning.code} className="text-xs">
            <span className="font-medium">{warning.title}.</span> <span className="text-muted">{warning.sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
