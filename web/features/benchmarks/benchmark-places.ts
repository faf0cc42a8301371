/** What the page of a benchmark asks for. */
export function benchmarkPlaces(id: string): string[] {
  const benchmark = `/api/v1/benchmarks/${encodeURIComponent(id)}`;
  return [benchmark, `${benchmark}/history`];
}
