import type { TargetSpec } from '@contract/target';
import type { Row } from '@/features/draft/spec-change-rows';
import { BACKEND_NAMES, type BackendField, fieldsOf } from './backend-fields';

/** What a run changes of them, a setting each. */
export const BACKEND_ROWS: Row[] = BACKEND_NAMES.flatMap((backend) =>
  fieldsOf(backend).map(([field, about]): Row => {
    const words = (target: TargetSpec, text: (about: BackendField, value: number | boolean) => string): string => {
      const settings = target.kind === 'reference' ? target[backend] : null;
      return settings ? text(about, (settings as Record<string, number | boolean>)[field] ?? false) : '';
    };
    return {
      label: about.name,
      fields: [`target.${backend}.${field}`],
      value: ({ target }) => words(target, valueText),
      short: ({ target }) => words(target, shortText),
    };
  }),
);

function valueText(field: BackendField, value: number | boolean): string {
  if (field.kind === 'switch') return value ? 'on' : 'off';
  return field.unit ? `${value} ${field.unit}` : String(value);
}

const shortText = (field: BackendField, value: number | boolean): string =>
  field.kind === 'switch' ? field.short(value === true) : field.short(Number(value));
