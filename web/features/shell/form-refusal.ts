import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '@/api/problem';

/** Puts what the API said of fields at those fields; what it said of none is left for a notice: then false. */
export function showRefusal<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = error.fields.filter(({ path }) => path in form.getValues());
  for (const { path, message } of known) form.setError(path as Path<T>, { message: `It ${message}.` });
  const [first] = known;
  if (first) form.setFocus(first.path as Path<T>);
  return known.length > 0;
}
