import type { TermKey } from '@rules/words/terms';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import { TermMark } from '@/ui/term';
import { controlClass, describedBy } from './control';

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
  className?: string;
  /** What its label is called in the glossary. */
  term?: TermKey;
}

export function Field({ id, label, hint, error, children, className, term }: FieldProps) {
  return (
    <div className={classNames('min-w-0', className)}>
      <div className="mb-1 flex items-baseline gap-1.5 text-xs font-medium text-muted">
        <label htmlFor={id}>{label}</label>
        {term && <TermMark of={term} />}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted [overflow-wrap:anywhere]">
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  unit?: string;
  fieldClass?: string;
  term?: TermKey;
}

export function TextField({ id, label, hint, error, unit, fieldClass, term, className, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} className={fieldClass} term={term}>
      <div className="relative">
        <input
          id={id}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
          className={classNames(controlClass(Boolean(error)), Boolean(unit) && 'pr-8', className)}
          {...input}
        />
        {unit && (
          <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-xs text-muted">
            {unit}
          </span>
        )}
      </div>
    </Field>
  );
}
