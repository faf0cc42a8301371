'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import type { ExportFormat } from '@contract/import';
import { canRunAgain } from '@rules/spec/run-again';
import { ChevronDown, Ellipsis, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { SaveExperimentAsBenchmark } from '@/features/benchmarks/design/save-on-demand';
import { useTurnExperiment } from '@/features/experiments/experiments-query';
import { ShareButton } from '@/features/share/share-button';
import { Allowed } from '@/features/shell/allowed';
import { focusMain } from '@/ui/browser/opener';
import { Button, IconButton } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu';
import { showToast } from '@/ui/toast';
import { DeleteConfirm, StopConfirm } from './experiment-confirms';
import { useAgain } from './use-again';

/** What can be done with an experiment as it stands. */
export function ExperimentActions({ experiment }: { experiment: Experiment }) {
  const { status } = experiment;
  return (
    <>
      {status === 'done' && <ShareButton runIds={[]} experimentId={experiment.id} name={experiment.question} />}
      {status === 'done' && <ExportMenu experiment={experiment} />}
      <Allowed needs="operator">
        {status === 'planned' && <StartButton experiment={experiment} />}
        {status === 'running' && <StopButton experiment={experiment} />}
        <MoreMenu experiment={experiment} />
      </Allowed>
    </>
  );
}

function StartButton({ experiment }: { experiment: Experiment }) {
  const start = useTurnExperiment(experiment.id, 'start');
  const begin = (): void =>
    start.mutate(undefined, {
      onSuccess: focusMain,
      onError: (error) => showToast({ title: `Not started: ${error.message}`, bad: true, about: [experiment.id] }),
    });
  return (
    <Button look="primary" disabled={start.isPending} onClick={begin}>
      <Play aria-hidden className="size-3.5" />
      {start.isPending ? 'Starting …' : 'Start'}
    </Button>
  );
}

function StopButton({ experiment }: { experiment: Experiment }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Square aria-hidden className="size-3" />
        Stop
      </Button>
      <StopConfirm experiment={experiment} open={asking} onOpenChange={setAsking} />
    </>
  );
}

const FORMATS: { format: ExportFormat; label: string }[] = [
  { format: 'json', label: 'JSON, can be imported again' },
  { format: 'csv', label: 'CSV' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'script', label: 'Shell script that runs it by hand' },
];

function ExportMenu({ experiment: { id } }: { experiment: Experiment }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          Export
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    >
      {FORMATS.map(({ format, label }) => (
        <MenuItem key={format} asChild>
          <a href={`/api/v1/experiments/${id}/export?format=${format}`} download>
            {label}
          </a>
        </MenuItem>
      ))}
    </Menu>
  );
}

function MoreMenu({ experiment }: { experiment: Experiment }) {
  const [deleting, setDeleting] = useState(false);
  const [saving, setSaving] = useState(false);
  const spec = experiment.configurations[0]?.spec;
  const repeat = useAgain(experiment);
  const deletable = experiment.status !== 'running';
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label="More actions">
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => repeat()}>Duplicate and edit</MenuItem>
        {spec && canRunAgain(spec) && <MenuItem onSelect={() => setSaving(true)}>Save as benchmark</MenuItem>}
        {deletable && <MenuSeparator />}
        {deletable && (
          <MenuItem danger onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        )}
      </Menu>
      {saving && <SaveExperimentAsBenchmark experiment={experiment} onClose={() => setSaving(false)} />}
      <DeleteConfirm experiment={experiment} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
