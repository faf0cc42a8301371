/** A copy of JSON whose texts are changed by the name of the field that holds them; those of a list by the list's. */
export function mapTexts<T>(value: T, change: (text: string, field: string) => string): T {
  const mapped = (each: unknown, field: string): unknown => {
    if (typeof each === 'string') return change(each, field);
    if (Array.isArray(each)) return each.map((one) => mapped(one, field));
    if (each === null || typeof each !== 'object') return each;
    return Object.fromEntries(Object.entries(each).map(([name, of]) => [name, mapped(of, name)]));
  };
  return mapped(value, '') as T;
}
