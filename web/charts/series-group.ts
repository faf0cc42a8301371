import type { SideInk } from '@/ui/sides';
import type { Stroke } from '@/ui/strokes';

export type Ink = 'server' | 'client' | 'muted' | 'bad' | SideInk;

export interface Line {
  name: string;
  label: string;
  ink: Ink;
  stroke: Stroke;
  /** Stacked lines fill the area to the one below; the alpha tells them apart, as their order does. */
  fill: number | null;
  /** Read every few rows: while a run goes on, the rows between are not filled yet. */
  sparse?: boolean;
}

export interface SeriesGroup {
  id: string;
  title: string;
  unit: string;
  lines: Line[];
  /** Columns that belong to it and are not drawn: they get no chart of their own. */
  also?: string[];
}

/** As a table names it; its unit is that of its first column. */
export type Group = Omit<SeriesGroup, 'unit'>;

export const line = (
  name: string,
  label: string,
  ink: Ink,
  stroke: Stroke = 'solid',
  fill: number | null = null,
): Line => ({ name, label, ink, stroke, fill });

export const slow = (...told: Parameters<typeof line>): Line => ({ ...line(...told), sparse: true });
