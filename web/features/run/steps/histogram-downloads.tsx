'use client';

import type { RunHistograms } from '@contract/point';
import type { Run } from '@contract/run';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { get } from '@/api/client';
import { downloadText } from '@/ui/browser/download';
import { Button } from '@/ui/button';
import { Menu, MenuItem } from '@/ui/menu';
import { showToast } from '@/ui/toast';
import { histogramsCsv } from './histogram-csv';

type Format = 'json' | 'csv';

/** Every bucket of every step's histogram, as a file. */
export function HistogramDownloads({ run }: { run: Run }) {
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const histograms = await get('/api/v1/runs/:runId/latency-histograms', { path: { runId: run.id } });
      save(run, histograms, format);
    },
    onError: (error) =>
      showToast({ title: `The histograms were not loaded, nothing was saved. ${error.message}`, bad: true }),
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button className="print:hidden" disabled={download.isPending}>
          <Download aria-hidden className="size-3.5" />
          {download.isPending ? 'Loading …' : 'Histograms'}
        </Button>
      }
    >
      <MenuItem onSelect={() => download.mutate('json')}>Every bucket as JSON</MenuItem>
      <MenuItem onSelect={() => download.mutate('csv')}>Every bucket as CSV</MenuItem>
    </Menu>
  );
}

function save(run: Run, histograms: RunHistograms, format: Format): void {
  const name = `latency-histograms-${run.id}.${format}`;
  if (format === 'json') return downloadText(name, 'application/json', `${JSON.stringify(histograms, null, 2)}\n`);
  const loadOf = (index: number): string => {
    const spec = run.steps.find((step) => step.index === index)?.spec;
    return spec ? stepText(spec, protocolOf(run)) : '';
  };
  downloadText(name, 'text/csv', histogramsCsv(histograms, loadOf));
}
