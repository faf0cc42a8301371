/** How often something happened in simulated sessions, with its Monte-Carlo interval, and what it has to keep to. */
export interface Rate {
  id: string;
  what: string;
  /** Share of the sessions. */
  rate: number;
  /** 95 % interval of the rate (Wilson). */
  low: number;
  high: number;
  sessions: number;
  /** Null for what is shown for contrast. */
  bound: { type: 'at-most'; rate: number } | { type: 'near'; rate: number } | null;
}

/** What a rate may differ by, beyond chance, from what a formula says of it. */
const NEAR = 0.01;

export function rateOf(id: string, what: string, happened: readonly boolean[], bound: Rate['bound']): Rate {
  const hits = happened.filter(Boolean).length;
  const [low, high] = wilson(hits, happened.length, 1.96);
  return { id, what, rate: hits / happened.length, low, high, sessions: happened.length, bound };
}

/** Whether a rate breaks its bound; one that is to be near a figure may miss it by chance once in a thousand. */
export function broken({ rate, sessions, bound }: Rate): boolean {
  if (bound === null) return false;
  if (bound.type === 'at-most') return rate > bound.rate;
  const [low, high] = wilson(rate * sessions, sessions, 3.29);
  return bound.rate < low - NEAR || bound.rate > high + NEAR;
}

function wilson(hits: number, sessions: number, z: number): [low: number, high: number] {
  const share = hits / sessions;
  const weight = 1 + (z * z) / sessions;
  const middle = (share + (z * z) / (2 * sessions)) / weight;
  const reach = (z / weight) * Math.sqrt((share * (1 - share)) / sessions + (z / (2 * sessions)) ** 2);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

export const AT_MOST_SIX_PERCENT = { type: 'at-most', rate: 0.06 } as const;
