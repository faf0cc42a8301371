'use client';

import type { RunAnnotation } from '@contract/annotation';
import type { Run } from '@contract/run';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { get } from '@/api/client';
import { formatOffsetFine } from '@/lib/time';
import { Button, IconButton } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { onDemand } from '@/ui/on-demand';
import { Panel } from '@/ui/panel';
import { numbered } from './annotation-marks';
import { useAnnotating, useLinkedStrip, useStripClock } from './linked-strips';
import { useRemoveAnnotation } from './use-annotations';

const AnnotationDialog = onDemand(async () => (await import('./annotation-dialog')).AnnotationDialog);

/** Shown with so much around it. */
const AROUND_US = 5e6;

/** What people wrote at moments of the run: the marks on the strips, in words. */
export function AnnotationsPanel({ run, canAnnotate }: { run: Run; canAnnotate: boolean }) {
  const { draft, begin, end } = useAnnotating();
  const annotations = run.annotations ?? [];
  const rights = useQuery({
    queryKey: ['annotation-rights', run.id, annotations.map(({ id }) => id)],
    queryFn: ({ signal }) => get('/api/v1/runs/:runId/annotation-rights', { path: { runId: run.id }, signal }),
    enabled: canAnnotate && annotations.length > 0,
  });
  if (annotations.length === 0 && !draft) return null;
  const mayChange = new Set(rights.data?.mayChange);
  return (
    <>
      {annotations.length > 0 && (
        <Panel title="Annotations">
          <ol className="grid gap-1.5 text-sm" aria-label="Annotations">
            {numbered(annotations).map(({ number, annotation }) => (
              <Line
                key={annotation.id}
                run={run}
                number={number}
                annotation={annotation}
                mayChange={canAnnotate && mayChange.has(annotation.id)}
                onEdit={() => begin({ ...annotation })}
              />
            ))}
          </ol>
        </Panel>
      )}
      {draft && <AnnotationDialog run={run} draft={draft} onDone={end} />}
    </>
  );
}

interface LineProps {
  run: Run;
  number: number;
  annotation: RunAnnotation;
  mayChange: boolean;
  onEdit: () => void;
}

function Line({ run, number, annotation, mayChange, onEdit }: LineProps) {
  const { text, hostId, fromUs, toUs, createdByName, changedAtUs } = annotation;
  const { zeroUs } = useStripClock(hostId);
  const { picks } = useLinkedStrip(hostId);
  const at = (us: number): string => formatOffsetFine((us - zeroUs) / 1e6);
  const when = toUs === null ? at(fromUs) : `${at(fromUs)} to ${at(toUs)}`;
  const host = run.hosts.length > 1 ? run.hosts.find((one) => one.hostId === hostId)?.name : undefined;
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 max-sm:items-center">
      <span className="inline-grid size-5 shrink-0 place-items-center self-center rounded-[4px] bg-ink text-xs font-semibold text-bg">
        {number}
      </span>
      <button
        type="button"
        aria-label={`Show annotation ${number}, at ${when}`}
        onClick={() => {
          picks.onZoom({ fromUs: fromUs - AROUND_US, toUs: (toUs ?? fromUs) + AROUND_US });
          picks.onPin(fromUs);
        }}
        className="whitespace-nowrap text-accent underline-offset-2 hover:underline max-sm:min-h-11"
      >
        {when}
      </button>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere] max-sm:order-last max-sm:basis-full">{text}</span>
      <span className="text-xs text-muted">
        {[createdByName, host && `by the clock of ${host}`, changedAtUs !== null && 'edited']
          .filter(Boolean)
          .join(' · ')}
      </span>
      {mayChange && (
        <span className="inline-flex self-center max-sm:ml-auto">
          <IconButton label={`Edit annotation ${number}`} className="max-sm:size-11" onClick={onEdit}>
            <Pencil aria-hidden className="size-3.5" />
          </IconButton>
          <RemoveButton runId={run.id} number={number} annotation={annotation} />
        </span>
      )}
    </li>
  );
}

function RemoveButton({ runId, number, annotation }: { runId: string; number: number; annotation: RunAnnotation }) {
  const [asked, setAsked] = useState(false);
  const remove = useRemoveAnnotation(runId);
  return (
    <>
      <IconButton label={`Remove annotation ${number}`} className="max-sm:size-11" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-3.5" />
      </IconButton>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title="Remove this annotation?"
        action="Remove"
        acting="Removing …"
        back="Keep it"
        act={remove}
        onConfirm={() => remove.mutate(annotation.id, { onSuccess: () => setAsked(false) })}
      >
        <p className="[overflow-wrap:anywhere]">
          ‘{annotation.text}’ goes from the run for everybody. Shares made before keep it.
        </p>
      </Confirm>
    </>
  );
}

/** Opens the dialog at the cursor, or over what is marked. */
export function AnnotateButton({ hostId, fallbackUs }: { hostId: string; fallbackUs: number }) {
  const annotate = useAnnotateAt(hostId, fallbackUs);
  return annotate && <Button onClick={annotate}>Annotate</Button>;
}

export function useAnnotateAt(hostId: string, fallbackUs: number): (() => void) | null {
  const { mayAnnotate, begin } = useAnnotating();
  const { cursorUs, picks } = useLinkedStrip(hostId);
  if (!mayAnnotate) return null;
  return () => {
    const { mark } = picks;
    const from = mark ? Math.min(mark.startUs, mark.endUs) : (cursorUs ?? fallbackUs);
    const to = mark ? Math.max(mark.startUs, mark.endUs) : null;
    begin({ hostId, fromUs: Math.round(from), toUs: to === null ? null : Math.round(to), text: '' });
  };
}
