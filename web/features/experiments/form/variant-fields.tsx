'use client';

import { Trash2 } from 'lucide-react';
import { focusMain } from '@/ui/browser/opener';
import { Button, IconButton } from '@/ui/button';
import { Combobox } from '@/ui/inputs/combobox';
import { TextField } from '@/ui/inputs/field';
import { SideLetter } from '@/ui/side-mark';
import { EditRow } from './edit-row';
import type { VariantDraft } from './experiment-draft';
import { useExperimentDraft } from './experiment-form';
import { isPointer, textAt } from './variant-edits';
import { VariantGroups } from './variant-groups';
import { offeredChoices, type VariantSetting } from './variant-settings';

/** One variant: what it is called, and what it changes of the baseline. */
export function VariantFields({ at }: { at: number }) {
  const { input, draft, variants, errorAt, setVariants } = useExperimentDraft();
  const variant = draft.variants[at];
  const reading = variants[at];
  const error = errorAt(`variants.${at}`);
  if (!variant) return null;
  const remove = (): void => {
    setVariants(draft.variants.filter((_, place) => place !== at));
    focusMain();
  };
  return (
    <fieldset aria-label={`Variant ${at + 1}`} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4 sm:px-5">
      <div className="flex items-start gap-3">
        <span className="pt-6">
          <SideLetter index={at + 1} />
        </span>
        <TextField
          id={`variants.${at}.name`}
          label="Called"
          fieldClass="min-w-0 flex-1 md:max-w-96"
          placeholder={reading?.ownName || 'by what it changes'}
          {...input(`variants.${at}.name`)}
          value={variant.name}
        />
        <IconButton label={`Remove variant ${at + 1}`} className="mt-[1.375rem]" onClick={remove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      {variant.edits.length > 0 && (
        <ul aria-label={`Changes of variant ${at + 1}`} className="grid gap-2.5">
          {variant.edits.map((edit, place) => (
            <EditRow key={isPointer(edit.field) ? place : edit.field} at={at} place={place} />
          ))}
        </ul>
      )}
      <AddChange at={at} variant={variant} />
      {error && (
        <p id={`variants.${at}-error`} className="text-xs text-bad [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
      <VariantGroups at={at} />
    </fieldset>
  );
}

function AddChange({ at, variant }: { at: number; variant: VariantDraft }) {
  const { draft, read, settings, setVariants, errorAt } = useExperimentDraft();
  const left = settings.filter(({ field }) => !variant.edits.some((edit) => edit.field === field));
  const addEdit = (field: string, text: string): void => {
    const edits = [...variant.edits, { field, text }];
    setVariants(draft.variants.map((one, place) => (place === at ? { ...one, edits } : one)));
    const id = `variants.${at}.edits.${variant.edits.length}.${isPointer(field) ? 'field' : 'text'}`;
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const choose = (label: string): void => {
    const setting = left.find((one) => one.label === label);
    if (setting) addEdit(setting.field, firstOther(setting, textAt(read.draft, setting.field)));
  };
  return (
    <div className="flex flex-wrap items-end gap-2" data-field={errorAt(`variants.${at}`) && `variants.${at}`}>
      <div className="min-w-0 flex-[1_1_16rem] md:max-w-[27.5rem]">
        <Combobox
          id={`variants.${at}.add`}
          label="Change a setting"
          placeholder="prefork, workers, CPU set, packet steering …"
          options={left.map((one) => ({ value: one.label, about: aboutOf(one) }))}
          nothing={(typed) => `No setting matches ‘${typed.trim()}’. Anything else is changed by its JSON pointer.`}
          onChoose={choose}
        />
      </div>
      <Button look="ghost" className="h-8" onClick={() => addEdit('/', '')}>
        By JSON pointer
      </Button>
    </div>
  );
}

const aboutOf = ({ group, about }: VariantSetting): string => (about === '' ? group : `${group} · ${about}`);

/** Of a choice the first that the baseline does not have; what is typed begins empty. */
function firstOther(setting: VariantSetting, now: string): string {
  const offered = offeredChoices(setting, now);
  return (offered.find(({ value }) => value !== '') ?? offered[0])?.value ?? '';
}
