/**
 * What a `change` of an event stream says: the Run is as the last `run` or `change` left it, but for these parts. A path is
 * a field, or an entry of the steps, transitions or artifacts: `steps/3`.
 */
export interface RunChange {
  parts: { path: string; value: unknown }[];
  /** Parts that are there no more. */
  gone: string[];
}
