/** The height of stacked values at an index; what was not measured adds nothing. */
export function stackedTop(columns: (number | null)[][], index: number): number {
  return columns.reduce((sum, values) => sum + (values[index] ?? 0), 0);
}
