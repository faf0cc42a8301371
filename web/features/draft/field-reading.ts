import { CHOICE_FORM, readCpuChoice } from '@rules/cpus/cpu-choice';
import { formatCount } from '@rules/words/numbers';

/** What is wrong, by field of the draft. */
export type DraftErrors = Record<string, string>;

/** Reads the input field by field and collects its errors. */
export interface Reading {
  errors: DraftErrors;
  whole(field: string, text: string, low: number, high: number): number;
  decimal(field: string, text: string, low: number, high: number): number;
  optional(field: string, text: string, low: number, high: number): number | null;
  /** Judges the form alone: whether a host has such CPUs, the check of the whole spec says. */
  cpus(field: string, text: string): string | null;
}

export function reading(): Reading {
  const errors: DraftErrors = {};
  const whole = (field: string, text: string, low: number, high: number): number => {
    const value = Number(text.replaceAll(',', ''));
    if (text.trim() !== '' && Number.isInteger(value) && value >= low && value <= high) return value;
    errors[field] = `A whole number from ${formatCount(low)} to ${formatCount(high)}.`;
    return low;
  };
  const decimal = (field: string, text: string, low: number, high: number): number => {
    const value = Number(text.replaceAll(',', ''));
    if (text.trim() !== '' && value >= low && value <= high) return value;
    errors[field] = `A number from ${formatCount(low)} to ${formatCount(high)}.`;
    return low;
  };
  return {
    errors,
    whole,
    decimal,
    optional: (field, text, low, high) => (text.trim() === '' ? null : whole(field, text, low, high)),
    cpus: (field, text) => {
      if (text.trim() === '') return null;
      const choice = readCpuChoice(text);
      if (!choice) errors[field] = CHOICE_FORM;
      return choice;
    },
  };
}
