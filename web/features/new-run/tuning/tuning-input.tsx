'use client';

import { readCpuChoice, resolveCpuChoice } from '@rules/cpus/cpu-choice';
import { formatCpuList } from '@rules/cpus/cpu-list';
import { plural } from '@rules/words/numbers';
import { termNamed } from '@rules/words/terms';
import type { ReactNode } from 'react';
import { fieldAt, type ListPath, labelAt, type TuningPath, tuningPath } from '@/features/draft/tuning-fields';
import { describedBy, SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { ServiceChoice } from './service-choice';
import { SysctlRows } from './sysctl-rows';
import { useTuningHost } from './tuning-host';

const LISTS: Record<ListPath, () => ReactNode> = { stopServices: ServiceChoice, sysctls: SysctlRows };

/** The input of a value, as its row in the table of fields tells. */
export function TuningInput({ path }: { path: TuningPath }) {
  const field = fieldAt(path);
  switch (field.kind) {
    case 'number':
      return <NumberInput path={path} unit={field.unit} />;
    case 'onOff':
      return <ChoiceInput path={path} options={['on', 'off']} />;
    case 'choice':
      return <ChoiceInput path={path} options={field.choices} />;
    case 'nic':
      return <NicInput path={path} />;
    case 'cpus':
      return <CpuInput path={path} />;
    case 'list': {
      const List = LISTS[path as ListPath];
      return <List />;
    }
    // Stands below its CPUs.
    case 'spread':
      return null;
  }
}

/** A setting in its usual term, with what the kernel calls it. */
export function Term({ name, kernel }: { name: string; kernel?: string }) {
  if (!kernel) return name;
  return (
    <>
      {name} <code className="whitespace-nowrap font-mono text-[0.6875rem] font-normal">{kernel}</code>
    </>
  );
}

/** What every input of a value has, and how the host has it now. */
function useInput(path: TuningPath) {
  const { fieldOf, idOf, textAt, errorAt, set, present, absent } = useTuningHost();
  const { kernel, hint } = fieldAt(path);
  const now = present[path];
  return {
    asItIs: absent.includes(path) ? 'not on this host' : now === undefined ? 'as it is' : `as it is: ${now}`,
    input: {
      id: idOf(path),
      name: fieldOf(path),
      label: <Term name={labelAt(path)} kernel={kernel} />,
      term: termNamed(labelAt(path)) ?? undefined,
      hint,
      value: textAt(path),
      error: errorAt(path),
      onChange: (event: { target: { value: string } }) => set(path, event.target.value),
    },
  };
}

function NumberInput({ path, unit }: { path: TuningPath; unit?: string }) {
  const { touch } = useTuningHost();
  const { asItIs, input } = useInput(path);
  return <TextField {...input} unit={unit} inputMode="numeric" placeholder={asItIs} onBlur={() => touch(path)} />;
}

/** CPUs, and how the queues are spread over them once there are some. */
function CpuInput({ path }: { path: TuningPath }) {
  const { touch } = useTuningHost();
  const { asItIs, input } = useInput(path);
  const spread = tuningPath(path.replace(/\.cpus$/, '.spread'));
  return (
    <div className="grid content-start gap-3">
      <CpuField {...input} placeholder={asItIs} onBlur={() => touch(path)} />
      {spread && input.value.trim() !== '' && <ChoiceInput path={spread} always options={SPREAD_OPTIONS} />}
    </div>
  );
}

const SPREAD_OPTIONS = [
  { value: 'one-to-one', label: 'one queue to one CPU' },
  { value: 'all', label: 'every queue to all of them' },
];

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

interface ChoiceProps {
  path: TuningPath;
  options: readonly (string | { value: string; label: string })[];
  /** There is nothing to leave as it is: the first option holds. */
  always?: boolean;
}

function ChoiceInput({ path, options, always }: ChoiceProps) {
  const { asItIs, input } = useInput(path);
  const { label, hint, term, ...select } = input;
  return (
    <Field id={input.id} label={label} hint={hint} error={input.error} term={term}>
      <SelectBox {...select} aria-describedby={describedBy(input.id, input.error, hint)}>
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

function NicInput({ path }: { path: TuningPath }) {
  const { host, nic, draft } = useTuningHost();
  const chosen = draft.nic.trim();
  const names = host?.facts.nics.map(({ name }) => name) ?? [];
  const automatic = `the one that carries the load${chosen === '' && nic ? `: ${nic}` : ''}`;
  const kept = chosen !== '' && !names.includes(chosen) ? [chosen] : [];
  return (
    <ChoiceInput
      path={path}
      always
      options={[
        { value: '', label: automatic },
        ...names,
        ...kept.map((name) => ({ value: name, label: `${name} · not among its NICs now` })),
      ]}
    />
  );
}
