'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { useRef, useState } from 'react';
import { useMay } from '@/features/shell/use-session';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { When } from '@/ui/when';
import { FindingEditor } from './finding-editor';
import { Markdown } from './markdown';
import { SupersedeDialog } from './supersede-dialog';

/** What people conclude, in their words. */
export function FindingPanel({ experiment }: { experiment: Experiment }) {
  const mayWrite = useMay('operator');
  const [open, setOpen] = useState<'editor' | 'supersede' | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const { finding, findingAtUs, findingByName, supersededBy } = experiment;
  const close = (): void => {
    setOpen(null);
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (finding === '' && !mayWrite) return null;
  return (
    <Panel
      title="Finding"
      aside={
        findingAtUs !== null ? (
          <>
            {findingByName && `${findingByName}, `}
            <When atUs={findingAtUs} />
          </>
        ) : undefined
      }
      actions={
        mayWrite && open !== 'editor' ? (
          <>
            <Button ref={edit} onClick={() => setOpen('editor')}>
              {finding === '' ? 'Write the finding' : 'Edit'}
            </Button>
            <Button onClick={() => setOpen('supersede')}>
              {supersededBy ? 'Superseded by …' : 'Mark as superseded'}
            </Button>
          </>
        ) : null
      }
    >
      {open === 'editor' ? (
        <FindingEditor experiment={experiment} onDone={close} />
      ) : finding === '' ? (
        <p className="text-sm text-muted">
          Nothing is written yet. Say what follows from the result, and what it does not show.
        </p>
      ) : (
        <Markdown text={finding} result={experiment.result} linked />
      )}
      {open === 'supersede' && <SupersedeDialog experiment={experiment} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
