export type Stroke = 'solid' | 'dashed' | 'dotted' | 'long' | 'dash-dot' | 'dash-dot-dot' | 'short' | 'long-short';

/** Lengths of dash and gap in px; empty: a line without gaps. */
export const STROKES: Record<Stroke, number[]> = {
  solid: [],
  dashed: [5, 3],
  dotted: [1.5, 3],
  long: [11, 4],
  'dash-dot': [7, 3, 1.5, 3],
  'dash-dot-dot': [7, 3, 1.5, 3, 1.5, 3],
  short: [3, 2],
  'long-short': [12, 3, 4, 3],
};
