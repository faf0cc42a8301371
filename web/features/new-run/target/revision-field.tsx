'use client';

import type { TargetSource } from '@contract/target';
import { CommitList } from '@/features/hosts/commit-list';
import { useDraft } from '@/features/new-run/draft-form';
import { controlClass, describedBy } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';

const ID = 'target-revision';

interface RevisionFieldProps {
  hostId: string;
  name: string;
  /** Null: the host states none, and what was chosen has to go. */
  source: TargetSource | null;
}

/** The commit that the target is built from: pasted, or one of its branch. */
export function RevisionField({ hostId, name, source }: RevisionFieldProps) {
  const { form, draft, errorAt } = useDraft();
  const error = errorAt('target.revision');
  const hint =
    source === null
      ? 'The host’s configuration file states no source of this target: leave it empty.'
      : `The host builds it from ${source.repository} before anything is measured, within ${source.timeoutSeconds} s. A commit of any branch, by its whole SHA.`;
  return (
    <div className="grid gap-2">
      <Field id={ID} label="Revision" error={error} hint={hint}>
        <input
          id={ID}
          className={`${controlClass(error !== undefined)} max-w-[34rem] font-mono`}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(ID, error, hint)}
          placeholder="SHA of a commit"
          spellCheck={false}
          autoComplete="off"
          {...form.register('target.revision', { setValueAs: (text: string) => text.trim() })}
        />
      </Field>
      {source && (
        <CommitList
          key={`${hostId} ${name}`}
          hostId={hostId}
          target={name}
          branch={source.branch}
          chosen={draft.target.revision}
          onChoose={(commit) => form.setValue('target.revision', commit, { shouldDirty: true })}
        />
      )}
    </div>
  );
}
