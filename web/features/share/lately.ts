/** Keeps the `most` values that were asked for or set last. */
export function lately<Value>(most: number) {
  const values = new Map<string, Value>();
  function set(key: string, value: Value): void {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > most && oldest !== undefined) values.delete(oldest);
  }
  function get(key: string): Value | undefined {
    const value = values.get(key);
    if (value !== undefined) set(key, value);
    return value;
  }
  const drop = (key: string): void => void values.delete(key);
  return { get, set, drop };
}
