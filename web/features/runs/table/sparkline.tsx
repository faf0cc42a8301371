import { formatShort } from '@rules/words/numbers';
import { sparkPath } from './spark-path';

const WIDTH = 60;
const HEIGHT = 20;

/** Throughput against load, from nothing up: what the numbers of the steps look like, without an axis. */
export function Sparkline({ values }: { values: number[] }) {
  const [line, area] = sparkPath(values, WIDTH, HEIGHT);
  const words = `Throughput by step, least load first: ${values.map(formatShort).join(', ')} req/s`;
  return (
    <svg role="img" aria-label={words} width={WIDTH} height={HEIGHT} className="inline-block align-middle text-accent">
      <title>{words}</title>
      <path d={area} fill="currentColor" opacity={0.16} />
      <path d={line} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}
