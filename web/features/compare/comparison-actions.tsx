'use client';

import { Download } from 'lucide-react';
import type { Comparison } from '@/api/types';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { comparisonMarkdown } from '@/lib/comparison-markdown';

/** What can be taken away from a comparison; `children` are further actions of the page it stands on. */
export function ComparisonActions({ comparison, children }: { comparison: Comparison; children?: React.ReactNode }) {
  const json = (): string => JSON.stringify(comparison, null, 2);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <CopyButton
        label="Copy as Markdown"
        text={() => comparisonMarkdown(comparison, window.location.origin, window.location.href)}
      />
      <CopyButton label="Copy as JSON" text={json} />
      <Button onClick={() => download(json())}>
        <Download aria-hidden className="size-3.5" />
        Download JSON
      </Button>
      {children}
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'comparison.json';
  link.click();
  URL.revokeObjectURL(url);
}
