/** A part of a time axis. */
export interface Stretch {
  fromUs: number;
  toUs: number;
}

/** In seconds, as an address has it: `12.5..18.25`. */
export interface Seconds {
  from: number;
  to: number;
}

const TEXT = /^(-?\d{1,7}(?:\.\d{1,3})?)\.\.(-?\d{1,7}(?:\.\d{1,3})?)$/;

export function secondsOfText(text: string): Seconds | null {
  const [, from, to] = TEXT.exec(text) ?? [];
  return from === undefined || Number(from) >= Number(to) ? null : { from: Number(from), to: Number(to) };
}

export const textOfSeconds = ({ from, to }: Seconds): string => `${thousandths(from)}..${thousandths(to)}`;

export const thousandths = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** In ascending order, whichever end was set first. */
export const stretchOf = (oneUs: number, otherUs: number): Stretch => ({
  fromUs: Math.min(oneUs, otherUs),
  toUs: Math.max(oneUs, otherUs),
});

/** At least so long, around its middle. */
export function atLeast({ fromUs, toUs }: Stretch, leastUs: number): Stretch {
  const missingUs = Math.max(0, leastUs - (toUs - fromUs));
  return { fromUs: fromUs - missingUs / 2, toUs: toUs + missingUs / 2 };
}

/** Half as long around a moment, and still within what was shown. */
export function halfOf({ fromUs, toUs }: Stretch, aroundUs: number, leastUs: number): Stretch {
  const lengthUs = Math.min(toUs - fromUs, Math.max(leastUs, (toUs - fromUs) / 2));
  const start = Math.min(toUs - lengthUs, Math.max(fromUs, aroundUs - lengthUs / 2));
  return { fromUs: start, toUs: start + lengthUs };
}
