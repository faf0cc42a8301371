'use client';

import type { ImportResult } from '@contract/import';
import { keysOf, TOOL_OUTPUTS } from '@contract/words';
import { listed } from '@rules/words/text';
import { useState } from 'react';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { Allowed, NeedsRole } from '../shell/allowed';
import { FilesPanel } from './files-panel';
import { ImportedPanel } from './imported-panel';
import { JournalButton } from './journal-button';

const toolsOf = (form: 'JSON' | 'text'): string =>
  listed(keysOf(TOOL_OUTPUTS).filter((tool) => TOOL_OUTPUTS[tool] === form));

const LINK = 'text-accent underline-offset-2 hover:underline';

export function ImportPage() {
  return (
    <>
      <PageHead title="Import" parent={{ href: '/', label: 'Runs' }} />
      <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="import results" />}>
        <Import />
      </Allowed>
    </>
  );
}

function Import() {
  const [result, setResult] = useState<ImportResult | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {result ? (
        <ImportedPanel result={result} onMore={() => setResult(null)} />
      ) : (
        <FilesPanel onImported={setResult} />
      )}
      <Panel title="What can be imported">
        <div className="grid max-w-[80ch] gap-2 text-sm text-muted">
          <p>
            Raw outputs of {toolsOf('JSON')} (JSON) and of {toolsOf('text')} (text); exports of this product; and
            results bundles, a JSON form for measurements from anywhere (
            <a href="/api/v1/imports/bundle-schema" className={LINK}>
              its schema
            </a>
            ). Each may be gzipped.
          </p>
          <p>
            Imported runs carry a mark and their source. They get verdicts and comparisons like any other run; where the
            files hold no evidence, the page says what stays unknown.
          </p>
        </div>
      </Panel>
      <Panel title="The journal">
        <div className="grid max-w-[80ch] justify-items-start gap-3 text-sm text-muted">
          <p>
            Benchmarks with known answers come with the product: an impossible figure, a client that was the bottleneck,
            and a pinning test that could not have shown a difference. It opens with the comparison ‘baseline vs
            pinned’.
          </p>
          <JournalButton />
        </div>
      </Panel>
    </div>
  );
}
