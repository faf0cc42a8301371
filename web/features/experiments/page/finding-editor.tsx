'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { MAX_FINDING_CHARACTERS } from '@contract/limits';
import { useChangeExperiment } from '@/features/experiments/experiments-query';
import { InsertMenu } from '@/features/experiments/form/insert-menu';
import { TextEditor } from '@/ui/inputs/text-editor';
import { Markdown } from './markdown';

const WORDS = {
  label: 'Finding',
  save: 'Save the finding',
  changed: 'Another person changed the finding meanwhile',
  unsaved: 'The finding was not saved; what you typed is still here',
};

export function FindingEditor({ experiment, onDone }: { experiment: Experiment; onDone: () => void }) {
  const change = useChangeExperiment(experiment.id);
  const { result } = experiment;
  return (
    <TextEditor
      stored={experiment.finding}
      most={MAX_FINDING_CHARACTERS}
      words={WORDS}
      rows={{ least: 6, most: 24 }}
      act={change}
      onSave={(finding) => change.mutate({ finding }, { onSuccess: onDone })}
      onDone={onDone}
      markup={{
        hint: 'Markdown: **bold**, lists, links, `code`. A link to an outcome or a step, alone in its paragraph, shows its figures.',
        preview: (text) => <Markdown text={text} result={result} linked />,
        ...(result && { insert: (put) => <InsertMenu result={result} put={put} /> }),
      }}
    />
  );
}
