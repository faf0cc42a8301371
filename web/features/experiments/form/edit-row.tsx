'use client';

import { pointerName } from '@rules/spec/pointer-name';
import { ArrowRight, X } from 'lucide-react';
import { IconButton } from '@/ui/button';
import { controlClass, SelectBox } from '@/ui/inputs/control';
import { useExperimentDraft } from './experiment-form';
import { pointersOf, valueAt } from './spec-pointer';
import { isPointer, textAt } from './variant-edits';
import { offeredChoices, type VariantSetting } from './variant-settings';

interface EditRowProps {
  /** Of the variant. */
  at: number;
  /** Of the change. */
  place: number;
}

/** One change: the setting, what the baseline has, and what the variant has instead. */
export function EditRow({ at, place }: EditRowProps) {
  const { draft, settings, setVariants, errorAt } = useExperimentDraft();
  const edit = draft.variants[at]?.edits[place];
  if (!edit) return null;
  const field = `variants.${at}.edits.${place}` as const;
  const setting = settings.find((one) => one.field === edit.field);
  const error = errorAt(field);
  const name = setting?.label ?? pointerName(edit.field);
  const remove = (): void => {
    const edits = draft.variants[at]?.edits.filter((_, other) => other !== place) ?? [];
    setVariants(draft.variants.map((one, other) => (other === at ? { ...one, edits } : one)));
    document.getElementById(`variants.${at}.add`)?.focus();
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 rounded-control bg-raised px-3 py-2 md:grid-cols-[minmax(0,13rem)_minmax(0,10rem)_auto_minmax(0,1fr)_auto]">
      {isPointer(edit.field) ? (
        <PointerField field={field} />
      ) : (
        <label htmlFor={`${field}.text`} className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
          {name}
        </label>
      )}
      <IconButton label={`Remove the change of ${name}`} className="md:order-last" onClick={remove}>
        <X aria-hidden className="size-4" />
      </IconButton>
      <span className="min-w-0 truncate text-sm text-muted" title={`${beforeOf(edit.field, setting)} in the baseline`}>
        <Before field={edit.field} setting={setting} />
      </span>
      <ArrowRight aria-label="becomes" className="hidden size-3.5 text-muted md:block" />
      <div className="col-span-2 min-w-0 md:col-span-1">
        <Value field={field} setting={setting} name={name} error={error} />
      </div>
      {error && (
        <p id={`${field}.text-error`} className="col-span-2 text-xs text-bad [overflow-wrap:anywhere] md:col-span-5">
          {error}
        </p>
      )}
    </li>
  );
}

const beforeOf = (field: string, setting: VariantSetting | undefined): string => setting?.label ?? field;

/** What the baseline has. */
function Before({ field, setting }: { field: string; setting: VariantSetting | undefined }) {
  const { read } = useExperimentDraft();
  if (isPointer(field)) {
    const value = valueAt(read.spec, field);
    return <span className="font-mono text-xs">{value === undefined ? 'nothing there' : JSON.stringify(value)}</span>;
  }
  const text = textAt(read.draft, field);
  const word = setting?.choices?.find(({ value }) => value === text)?.label ?? text;
  return <>{word === '' ? (setting?.empty ?? 'as it is') : word}</>;
}

type EditField = `variants.${number}.edits.${number}`;

function PointerField({ field }: { field: EditField }) {
  const { form, read, draft } = useExperimentDraft();
  const id = `${field}.field`;
  const [, at, , place] = field.split('.').map(Number);
  const typed = draft.variants[at ?? 0]?.edits[place ?? 0]?.field ?? '/';
  return (
    <div className="min-w-0">
      <input
        id={id}
        list={`${id}-known`}
        aria-label="JSON pointer into the baseline’s configuration"
        autoComplete="off"
        spellCheck={false}
        placeholder="/load/toolWorkers"
        className={`${controlClass(false)} font-mono !text-xs`}
        value={typed}
        // It stays a pointer, whatever is typed. Not registered: the place may be a setting's after it.
        onChange={({ target: { value } }) => form.setValue(`${field}.field`, pointerOf(value), { shouldDirty: true })}
      />
      <datalist id={`${id}-known`}>
        {pointersOf(read.spec).map((pointer) => (
          <option key={pointer} value={pointer}>
            {pointerName(pointer)}
          </option>
        ))}
      </datalist>
      {typed !== '/' && valueAt(read.spec, typed) !== undefined && (
        <p className="mt-0.5 text-xs text-muted">{pointerName(typed)}</p>
      )}
    </div>
  );
}

const pointerOf = (typed: string): string => (typed.startsWith('/') ? typed : `/${typed}`);

interface ValueProps {
  field: EditField;
  setting: VariantSetting | undefined;
  name: string;
  error: string | undefined;
}

function Value({ field, setting, name, error }: ValueProps) {
  const { form, draft, read } = useExperimentDraft();
  const [, at, , place] = field.split('.').map(Number);
  const edit = draft.variants[at ?? 0]?.edits[place ?? 0];
  const id = `${field}.text`;
  const shared = {
    id,
    'data-field': field,
    'aria-label': `${name} in the variant`,
    ...form.register(`${field}.text`),
    value: edit?.text ?? '',
  };
  if (setting?.choices)
    return (
      <SelectBox {...shared} error={error}>
        {offeredChoices(setting, textAt(read.draft, setting.field), edit?.text).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectBox>
    );
  return (
    <input
      {...shared}
      autoComplete="off"
      spellCheck={false}
      placeholder={setting ? setting.placeholder : 'JSON: 4, true, null, "text"'}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className={`${controlClass(Boolean(error))} ${setting ? '' : 'font-mono !text-xs'}`}
    />
  );
}
