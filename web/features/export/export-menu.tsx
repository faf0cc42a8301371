'use client';

import type { ExportFormat } from '@contract/import';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { getFile } from '@/api/client';
import { copyText } from '@/ui/browser/clipboard';
import { downloadBlob } from '@/ui/browser/download';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu';
import { showToast } from '@/ui/toast';

/** A run, or runs compared. */
export type ExportSubject = { runId: string } | { runIds: string[]; baselineRunId: string };

interface ExportMenuProps {
  subject: ExportSubject;
  /** Figures that were imported cannot be made again by a script. */
  reproducible: boolean;
}

const ENDINGS: Record<ExportFormat, string> = { json: 'json', csv: 'csv', markdown: 'md', script: 'sh' };

/** What the API makes of a run or a comparison: to keep, to reckon with, to quote, to do again by hand. */
export function ExportMenu({ subject, reproducible }: ExportMenuProps) {
  const exported = useExport(subject);
  return (
    <Menu
      align="end"
      trigger={
        <Button disabled={exported.busy} className="print:hidden">
          <FileDown aria-hidden className="size-3.5" />
          {exported.busy ? 'Exporting …' : 'Export'}
        </Button>
      }
    >
      <ExportItems exported={exported} reproducible={reproducible} />
    </Menu>
  );
}

/** Held outside of the menu: it goes on when that is closed. */
export function useExport(subject: ExportSubject) {
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { name, content } = await fileOf(subject, format);
      downloadBlob(name ?? `millionrps.${ENDINGS[format]}`, content);
    },
    onError: (error) => showToast({ title: `The file was not made, nothing was saved. ${error.message}`, bad: true }),
  });
  const copy = useMutation({
    mutationFn: async () => {
      const { content } = await fileOf(subject, 'markdown');
      if (!(await copyText(await content.text())))
        throw new Error('The browser did not let it be copied; download it instead.');
    },
    onSuccess: () => showToast({ title: 'Copied as Markdown' }),
    onError: (error) => showToast({ title: `Nothing was copied. ${error.message}`, bad: true }),
  });
  return { save: save.mutate, copy: copy.mutate, busy: save.isPending || copy.isPending };
}

interface ExportItemsProps {
  exported: ReturnType<typeof useExport>;
  reproducible: boolean;
}

export function ExportItems({ exported: { save, copy, busy }, reproducible }: ExportItemsProps) {
  return (
    <>
      <MenuItem disabled={busy} onSelect={() => save('json')}>
        JSON, to import again
      </MenuItem>
      <MenuItem disabled={busy} onSelect={() => save('csv')}>
        CSV, a line a point
      </MenuItem>
      <MenuItem disabled={busy} onSelect={() => save('markdown')}>
        Markdown
      </MenuItem>
      {reproducible && (
        <MenuItem disabled={busy} onSelect={() => save('script')}>
          Shell script, to do it by hand
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem disabled={busy} onSelect={() => copy()}>
        Copy as Markdown
      </MenuItem>
    </>
  );
}

const fileOf = (subject: ExportSubject, format: ExportFormat) =>
  'runId' in subject
    ? getFile('/api/v1/runs/:runId/export', { path: { runId: subject.runId }, query: { format } })
    : getFile('/api/v1/comparison/export', {
        query: { runs: subject.runIds.join(','), baseline: subject.baselineRunId, format },
      });
