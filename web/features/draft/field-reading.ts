import { CHOICE_FORM, type CpuScope, readCpuChoice, resolveCpuChoice } from './cpu-choice';

/** What is wrong, by field of the draft. */
export type DraftErrors = Record<string, string>;

/** Reads what was typed, field by field, and keeps what is wrong with it. */
export interface Reading {
  errors: DraftErrors;
  whole(field: string, text: string, low: number, high: number): number;
  decimal(field: string, text: string, low: number, high: number): number;
  optional(field: string, text: string, low: number, high: number): number | null;
  /** Without a scope only the form is judged. */
  cpus(field: string, text: string, scope: CpuScope | null): string | null;
}

export function reading(): Reading {
  const errors: DraftErrors = {};
  const whole = (field: string, text: string, low: number, high: number): number => {
    const value = Number(text.replaceAll(',', ''));
    if (text.trim() !== '' && Number.isInteger(value) && value >= low && value <= high) return value;
    errors[field] = `A whole number from ${low.toLocaleString('en-US')} to ${high.toLocaleString('en-US')}.`;
    return low;
  };
  const decimal = (field: string, text: string, low: number, high: number): number => {
    const value = Number(text.replaceAll(',', ''));
    if (text.trim() !== '' && value >= low && value <= high) return value;
    errors[field] = `A number from ${low.toLocaleString('en-US')} to ${high.toLocaleString('en-US')}.`;
    return low;
  };
  return {
    errors,
    whole,
    decimal,
    optional: (field, text, low, high) => (text.trim() === '' ? null : whole(field, text, low, high)),
    cpus: (field, text, scope) => {
      if (text.trim() === '') return null;
      const choice = readCpuChoice(text);
      if (!choice) {
        errors[field] = CHOICE_FORM;
        return null;
      }
      const resolved = scope && resolveCpuChoice(choice, scope);
      if (resolved && 'fault' in resolved) errors[field] = resolved.fault;
      return choice;
    },
  };
}
