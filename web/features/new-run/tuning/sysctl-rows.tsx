'use client';

import { MAX_SYSCTLS } from '@contract/limits';
import { SYSCTLS, type SysctlName, type SysctlRule, sysctlNames } from '@contract/sysctls';
import { Trash2 } from 'lucide-react';
import { allowedForm } from '@/features/draft/sysctl-words';
import { IconButton } from '@/ui/button';
import { Combobox } from '@/ui/inputs/combobox';
import { controlClass, describedBy, SelectBox } from '@/ui/inputs/control';
import { useTuningHost } from './tuning-host';

/** Kernel parameters to set: those that a run may, each with what may be written. */
export function SysctlRows() {
  const { draft, set, idOf } = useTuningHost();
  const rows = draft.sysctls;
  const left = sysctlNames.filter((name) => !rows.some((row) => row.name === name));
  const add = (name: string): void => {
    set('sysctls', [...rows, { name: name as SysctlName, value: '' }]);
    const id = idOf(`sysctls.${rows.length}.value`);
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const remove = (index: number): void => {
    set(
      'sysctls',
      rows.filter((_, place) => place !== index),
    );
    document.getElementById(idOf('add-sysctl'))?.focus();
  };
  return (
    <div className="grid gap-3">
      {rows.length > 0 && (
        <ul className="grid gap-3">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run made by hand may ask for one name twice
            <SysctlRow key={`${row.name} ${index}`} index={index} name={row.name} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      {left.length > 0 && rows.length < MAX_SYSCTLS && (
        <div className="max-w-[34rem]">
          <Combobox
            id={idOf('add-sysctl')}
            label="Add a kernel parameter"
            placeholder="somaxconn, port, backlog …"
            hint={`${sysctlNames.length} that a run may set, found by name or by what they do.`}
            options={left.map((name) => ({ value: name, about: `${SYSCTLS[name].about}: ${allowedForm(name)}` }))}
            nothing={(typed) => `None of the parameters that a run may set matches ‘${typed.trim()}’.`}
            onChoose={add}
          />
        </div>
      )}
    </div>
  );
}

function SysctlRow({ index, name, onRemove }: { index: number; name: SysctlName; onRemove: () => void }) {
  const { textAt, errorAt, set, touch, idOf, fieldOf, present } = useTuningHost();
  const path = `sysctls.${index}.value`;
  const id = idOf(path);
  const error = errorAt(path);
  const rule: SysctlRule = SYSCTLS[name];
  const now = present[`sysctls.${name}`];
  const hint = `${rule.about}: ${allowedForm(name)}`;
  const control = {
    id,
    name: fieldOf(path),
    value: textAt(path),
    'aria-describedby': describedBy(id, error, hint),
    onChange: (event: { target: { value: string } }) => set(path, event.target.value),
    onBlur: () => touch(path),
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <label htmlFor={id} className="col-span-2 self-center font-mono text-xs [overflow-wrap:anywhere] sm:col-span-1">
        {name}
      </label>
      {rule.words ? (
        <SelectBox {...control} error={error}>
          <option value="">{now ? `choose; ${now} now` : 'choose'}</option>
          {rule.words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </SelectBox>
      ) : (
        <input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={now ? `${now} now` : undefined}
          aria-invalid={error ? true : undefined}
          className={controlClass(Boolean(error))}
        />
      )}
      <IconButton label={`Remove ${name}`} onClick={onRemove} className="mt-0.5">
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <div className="col-span-2 text-xs sm:col-span-3">
        {error && (
          <p id={`${id}-error`} className="text-bad">
            {error}
          </p>
        )}
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      </div>
    </li>
  );
}
