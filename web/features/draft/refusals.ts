import { useState } from 'react';
import { get as valueAt } from 'react-hook-form';
import { ApiError } from '@/api/problem';

/** What the API refused of a draft, until another value is typed there. */
export interface Refusals {
  refusedAt: (field: string) => string | undefined;
  /** Keeps what an answer refuses, by field; true when it named any. */
  refuse: (error: unknown) => boolean;
}

/** `fieldOf`: the field that a path of the API means; null when it is none of the draft. */
export function useRefusals(draft: object, fieldOf: (path: string) => string | null): Refusals {
  const [refusals, setRefusals] = useState<{ field: string; message: string; value: string }[]>([]);
  const textAt = (field: string): string => JSON.stringify(valueAt(draft, field) ?? null);
  return {
    refusedAt: (field) => refusals.find((one) => one.field === field && one.value === textAt(field))?.message,
    refuse: (error) => {
      if (!(error instanceof ApiError)) return false;
      const found = error.fields.flatMap(({ path, message }) => {
        const field = fieldOf(path);
        return field === null ? [] : [{ field, message, value: textAt(field) }];
      });
      setRefusals(found);
      return found.length > 0;
    },
  };
}
