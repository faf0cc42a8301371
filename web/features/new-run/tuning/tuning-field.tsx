'use client';

import { readCpuChoice, resolveCpuChoice } from '@rules/cpus/cpu-choice';
import { formatCpuList } from '@rules/cpus/cpu-list';
import { plural } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { describedBy, Field, SelectBox, TextField } from '@/ui/inputs/field';
import { useTuningHost } from './tuning-host';

/** A setting in its usual term, with what the kernel calls it. */
export function Term({ name, kernel }: { name: string; kernel?: string }) {
  if (!kernel) return name;
  return (
    <>
      {name} <code className="whitespace-nowrap font-mono text-[0.6875rem] font-normal">{kernel}</code>
    </>
  );
}

export interface TuningFieldProps {
  /** In `HostTuning`. */
  path: string;
  label: string;
  kernel?: string;
  hint?: ReactNode;
  className?: string;
}

function useField(path: string) {
  const { fieldOf, idOf, textAt, errorAt, present, absent } = useTuningHost();
  const now = present[path];
  return {
    id: idOf(path),
    name: fieldOf(path),
    value: textAt(path),
    error: errorAt(path),
    asItIs: absent.includes(path) ? 'not on this host' : now === undefined ? 'as it is' : `as it is: ${now}`,
  };
}

export function NumberSetting({ path, label, kernel, hint, unit, className }: TuningFieldProps & { unit?: string }) {
  const { set, touch } = useTuningHost();
  const { id, name, value, error, asItIs } = useField(path);
  return (
    <TextField
      id={id}
      name={name}
      label={<Term name={label} kernel={kernel} />}
      unit={unit}
      inputMode="numeric"
      placeholder={asItIs}
      hint={hint}
      error={error}
      fieldClass={className}
      value={value}
      onChange={(event) => set(path, event.target.value)}
      onBlur={() => touch(path)}
    />
  );
}

export function CpuSetting({ path, label, kernel, hint, className }: TuningFieldProps) {
  const { set, touch } = useTuningHost();
  const { id, name, value, error, asItIs } = useField(path);
  return (
    <CpuField
      id={id}
      name={name}
      label={<Term name={label} kernel={kernel} />}
      placeholder={asItIs}
      hint={hint}
      error={error}
      fieldClass={className}
      value={value}
      onChange={(event) => set(path, event.target.value)}
      onBlur={() => touch(path)}
    />
  );
}

type CpuFieldProps = Omit<Parameters<typeof TextField>[0], 'value'> & { value: string };

/** Takes CPU lists and words, and says how many CPUs of this very host they mean. */
export function CpuField({ value, hint, ...field }: CpuFieldProps) {
  const { scope } = useTuningHost();
  const choice = readCpuChoice(value);
  const cpus = choice && scope && !field.error ? resolveCpuChoice(choice, scope) : undefined;
  const means =
    cpus === null
      ? 'Its agent finds the node of the NIC.'
      : cpus && `${plural(cpus.length, 'CPU')} here: ${formatCpuList(cpus)}.`;
  return (
    <TextField
      {...field}
      value={value}
      hint={
        <>
          {means && <span className="text-ink">{means} </span>}
          {hint}
        </>
      }
    />
  );
}

interface ChoiceProps extends TuningFieldProps {
  options: readonly (string | { value: string; label: string })[];
  /** There is nothing to leave as it is: the first option holds. */
  always?: boolean;
}

export function ChoiceSetting({ path, label, kernel, hint, options, always, className }: ChoiceProps) {
  const { set } = useTuningHost();
  const { id, name, value, error, asItIs } = useField(path);
  return (
    <Field id={id} label={<Term name={label} kernel={kernel} />} hint={hint} error={error} className={className}>
      <SelectBox
        id={id}
        name={name}
        value={value}
        error={error}
        aria-describedby={describedBy(id, error, hint)}
        onChange={(event) => set(path, event.target.value)}
      >
        {!always && <option value="">{asItIs}</option>}
        {options.map((option) => {
          const { value: own, label: text } = typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <option key={own} value={own}>
              {text}
            </option>
          );
        })}
      </SelectBox>
    </Field>
  );
}

export const OnOffSetting = (props: TuningFieldProps) => <ChoiceSetting {...props} options={['on', 'off']} />;
