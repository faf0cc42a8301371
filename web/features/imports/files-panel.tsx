'use client';

import type { ImportResult } from '@contract/import';
import { MAX_IMPORT_SOURCE_CHARACTERS, MAX_RUN_NAME_CHARACTERS } from '@contract/limits';
import { alreadyHere } from '@rules/import/already-here';
import { plural } from '@rules/words/numbers';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { type ChosenFiles, useChosenFiles } from './chosen-files';
import { DropArea } from './drop-area';
import { FileRow } from './file-row';
import { type ChosenFile, joinable, tooMuch } from './import-files';
import { useImport, useJoinedPreview, usePreviews } from './import-query';
import { RunPreview } from './run-preview';

interface Join {
  on: boolean;
  name: string;
}

/** Files to import. What each would import is shown before anything is stored. */
export function FilesPanel({ onImported }: { onImported: (result: ImportResult) => void }) {
  const chosen = useChosenFiles();
  const { files, unread } = chosen;
  const [join, setJoin] = useState<Join>({ on: false, name: '' });
  const [source, setSource] = useState('');
  const much = tooMuch(files);
  const previews = usePreviews(much ? [] : files);
  const start = useImport();
  const refused = files.filter((_, at) => previews[at]?.isError);
  const mayJoin = joinable(previews.map(({ data }) => data?.runs[0]?.format ?? null));
  const together = mayJoin && join.on;
  const joinAs = together ? join.name.trim() || files[0]?.name.replace(/\.[^.]*$/, '') || 'imported' : null;
  const choice = { files, joinAs, source: source.trim() || null };
  const joined = useJoinedPreview(choice, together && refused.length === 0);
  const [asking, setAsking] = useState(false);
  const here = alreadyHere((together ? [joined.data] : previews.map(({ data }) => data)).filter((one) => one != null));
  const send = (): void => start.mutate(choice, { onSuccess: onImported });
  const waiting = previews.some(({ isPending }) => isPending) || (together && joined.isPending);
  const ready = !much && !waiting && refused.length === 0 && !joined.isError;
  return (
    <Panel title="Files" aside={files.length > 0 ? plural(files.length, 'file') : undefined}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <DropArea onFiles={chosen.add} small={files.length > 0} />
        {unread.length > 0 && (
          <Notice kind="bad" alert title={`${plural(unread.length, 'file')} left out`}>
            {unread.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        {much && (
          <Notice kind="bad" alert title="That is too much for one import">
            {much}
          </Notice>
        )}
        {files.length > 0 && <FileList chosen={chosen} previews={previews} folded={together} />}
        {mayJoin && <JoinFields join={join} placeholder={joinAs} onChange={setJoin} />}
        {together && <JoinedPreview joined={joined} />}
        {files.length > 0 && (
          <TextField
            id="source"
            label="Source"
            maxLength={MAX_IMPORT_SOURCE_CHARACTERS}
            placeholder="as the files say, else their names"
            hint="Where the figures are from, such as: nightly of 12 May, two c7i.8xlarge in one rack."
            value={source}
            onChange={({ target }) => setSource(target.value)}
          />
        )}
        {here && (
          <Notice kind="warn" title={here.title}>
            {here.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        {start.isError && !asking && (
          <ErrorNotice title="Nothing was imported; the files are still chosen" error={start.error} />
        )}
        {files.length > 0 && (
          <ImportActions
            chosen={chosen}
            refused={refused}
            ready={ready && !start.isPending}
            label={start.isPending ? 'Importing …' : `Import ${plural(files.length, 'file')}`}
            onImport={() => (here ? setAsking(true) : send())}
          />
        )}
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={here?.title ?? ''}
          action="Import all the same"
          acting="Importing …"
          back="Back to the files"
          act={start}
          onConfirm={send}
        >
          {here?.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Confirm>
      </div>
    </Panel>
  );
}

interface FileListProps {
  chosen: ChosenFiles;
  previews: ReturnType<typeof usePreviews>;
  folded: boolean;
}

function FileList({ chosen: { files, setFormat, remove }, previews, folded }: FileListProps) {
  return (
    <ul aria-label="Chosen files" className="divide-y divide-line rounded-control border border-line">
      {files.map((file, at) => (
        <li key={file.key}>
          <FileRow
            file={file}
            preview={previews[at]}
            folded={folded}
            onFormat={(format) => setFormat(file.key, format)}
            onRemove={() => remove([file.key])}
          />
        </li>
      ))}
    </ul>
  );
}

interface JoinFieldsProps {
  join: Join;
  /** The name that the run gets without one; null while the files are not joined. */
  placeholder: string | null;
  onChange: (join: Join) => void;
}

function JoinFields({ join, placeholder, onChange }: JoinFieldsProps) {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <SwitchField
        id="join"
        label="One run of these files"
        hint="Each file becomes a step of it, in the order above. Off: a run for each file."
        checked={join.on}
        onChange={(on) => onChange({ ...join, on })}
      />
      {join.on && (
        <TextField
          id="joinAs"
          label="Name of the run"
          maxLength={MAX_RUN_NAME_CHARACTERS}
          placeholder={placeholder ?? undefined}
          value={join.name}
          onChange={({ target }) => onChange({ ...join, name: target.value })}
        />
      )}
    </div>
  );
}

function JoinedPreview({ joined }: { joined: ReturnType<typeof useJoinedPreview> }) {
  return (
    <>
      {joined.data && (
        <ul aria-label="The run of these files" className="rounded-control border border-line px-3 py-2">
          {joined.data.runs.map((run) => (
            <li key={run.name}>
              <RunPreview run={run} />
            </li>
          ))}
        </ul>
      )}
      {joined.isError && (
        <ErrorNotice title="These files cannot be one run" error={joined.error} retry={() => joined.refetch()} />
      )}
    </>
  );
}

interface ImportActionsProps {
  chosen: ChosenFiles;
  refused: ChosenFile[];
  ready: boolean;
  label: string;
  onImport: () => void;
}

function ImportActions({ chosen: { files, remove, clear }, refused, ready, label, onImport }: ImportActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="primary" disabled={!ready} onClick={onImport}>
        {label}
      </Button>
      {refused.length > 0 && refused.length < files.length && (
        <Button onClick={() => remove(refused.map(({ key }) => key))}>
          Leave out {plural(refused.length, 'refused file')}
        </Button>
      )}
      <Button look="ghost" onClick={clear}>
        Clear
      </Button>
      {refused.length > 0 && (
        <p className="text-xs text-muted">All files are imported, or none: leave out what is refused.</p>
      )}
    </div>
  );
}
