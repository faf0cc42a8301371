import type { DescribedTarget } from '../../contract/imported.ts';
import type { RequestSpec, TargetSpec } from '../../contract/target.ts';

/** What was asked to be the target, such as `my-server` or `port 8080, listening already`. */
export function targetText(target: TargetSpec | DescribedTarget): string {
  switch (target.kind) {
    case 'reference':
      return 'the reference server';
    case 'named':
      return target.name;
    case 'listening':
      return `port ${target.port}, listening already`;
    case 'described':
      return target.framework ?? 'a target that its source does not name';
  }
}

/** `GET /read`, or `60 % /read, 40 % /list` (each a GET): in the order in which they were asked for. */
export function mixText(requests: RequestSpec[]): string {
  if (requests.length === 1) return requests.map(({ method, path }) => `${method} ${path}`).join();
  const sum = requests.reduce((total, { weight }) => total + weight, 0);
  return requests.map(({ path, weight }) => `${percent(weight, sum)} % ${path}`).join(', ');
}

/** To a tenth, without one where there is none: 60, 33.3. */
const percent = (part: number, sum: number): number => Number(((part * 100) / sum).toFixed(1));
