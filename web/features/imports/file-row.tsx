'use client';

import type { ImportedExperimentRef, ImportResult } from '@contract/import';
import type { ImportFormat } from '@contract/imported';
import { formatText } from '@contract/words';
import { formatBytes } from '@rules/words/numbers';
import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import Link from 'next/link';
import { ApiError } from '@/api/problem';
import { IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { SelectBox } from '@/ui/inputs/control';
import { Marked } from '@/ui/mark';
import { type ChosenFile, IMPORT_FORMATS } from './import-files';
import { RunPreview } from './run-preview';

interface FileRowProps {
  file: ChosenFile;
  preview: UseQueryResult<ImportResult> | undefined;
  /** Its runs are listed together with those of the others. */
  folded: boolean;
  onFormat: (format: ImportFormat | null) => void;
  onRemove: () => void;
}

/** A chosen file: its kind, and what it would import or why it is refused. */
export function FileRow({ file, preview, folded, onFormat, onRemove }: FileRowProps) {
  const found = preview?.data?.runs[0]?.format;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <div className="min-w-0">
        <p className="text-sm font-medium [overflow-wrap:anywhere]">
          {file.name} <span className="font-normal text-muted">{sizeText(file.sizeBytes)}</span>
        </p>
      </div>
      <IconButton label={`Remove ${file.name}`} className="sm:order-1" onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </IconButton>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <SelectBox
          aria-label={`What ${file.name} is`}
          value={file.format ?? ''}
          onChange={({ target }) => onFormat(target.value === '' ? null : (target.value as ImportFormat))}
        >
          <option value="">{found ? `found: ${formatText(found)}` : 'found by its content'}</option>
          {IMPORT_FORMATS.map((format) => (
            <option key={format} value={format}>
              {formatText(format)}
            </option>
          ))}
        </SelectBox>
      </div>
      <div className="col-span-2 min-w-0 sm:order-2 sm:col-span-3" aria-live="polite">
        {preview?.isPending && <p className="text-xs text-muted">Reading it …</p>}
        {preview?.isError && <Refusal error={preview.error} />}
        {preview?.data?.experiments.map((experiment) => (
          <ExperimentPreview key={experiment.question} experiment={experiment} />
        ))}
        {preview?.data && !folded && (
          <ul className="grid gap-2">
            {preview.data.runs.map((run, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: runs of a file have no identity but their place
              <li key={at}>
                <RunPreview run={run} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The experiment of a document, above its runs. */
function ExperimentPreview({ experiment: { question, known, copyOf, experimentId } }: ExperimentPreviewProps) {
  const here = experimentId ?? copyOf;
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-muted">Experiment</span>
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{question}</span>
      {known && <Chip>imported before</Chip>}
      {copyOf !== null && <Chip tone="warn">here already</Chip>}
      {here !== null && (
        <Link href={`/experiments/${here}`} className="text-accent underline-offset-2 hover:underline">
          Open the one that is here
        </Link>
      )}
    </p>
  );
}

interface ExperimentPreviewProps {
  experiment: ImportedExperimentRef;
}

const sizeText = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : formatBytes(bytes));

function Refusal({ error }: { error: unknown }) {
  const known = error instanceof ApiError ? error : null;
  const detail = known?.detail ?? 'Something unforeseen happened; remove the file and choose it again.';
  const more = known?.fields.filter(({ message }) => !detail.includes(message)) ?? [];
  return (
    <div className="grid gap-1 text-sm">
      <Marked mark="bad">{detail}</Marked>
      {more.length > 0 && (
        <ul className="list-disc pl-9 text-xs text-muted">
          {more.map(({ path, message }) => (
            <li key={`${path} ${message}`} className="[overflow-wrap:anywhere]">
              <code className="font-mono">{path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
