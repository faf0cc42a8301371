import { stretchesOf } from '@/charts/chart-maths';
import { PLOT_LEFT, PLOT_TOP } from '@/charts/strip-spans';

/** Rows that have something in common, marked beside their cells. */
export interface RowBand {
  label: string;
  /** A custom property of the page. */
  ink: string;
  /** Drawn in stripes, so that colour is not the only sign. */
  striped: boolean;
  rows: boolean[];
}

const BAND_PX = 7;
const PX_BETWEEN = 2;

export const bandLook = ({ ink, striped }: Pick<RowBand, 'ink' | 'striped'>) => ({
  background: striped ? `repeating-linear-gradient(0deg, var(${ink}) 0 2px, var(--panel) 2px 4px)` : `var(${ink})`,
});

/** A column for each band, between the names of the rows and their cells. */
export function RowBands({ bands, rowPx }: { bands: RowBand[]; rowPx: number }) {
  return bands.map((band, place) =>
    marked(band).map(([first, last]) => (
      <div
        key={`${band.label} ${first}`}
        aria-hidden
        className="pointer-events-none absolute"
        style={{
          ...bandLook(band),
          left: PLOT_LEFT - 3 - (bands.length - place) * (BAND_PX + PX_BETWEEN) + PX_BETWEEN,
          width: BAND_PX,
          top: PLOT_TOP + first * rowPx,
          height: (last - first + 1) * rowPx - (rowPx > 4 ? 1 : 0),
        }}
      />
    )),
  );
}

/** First and last of neighbours that are marked. */
const marked = ({ rows }: RowBand): [number, number][] =>
  stretchesOf([...rows.entries()], ([, on]) => on).flatMap((stretch): [number, number][] => {
    const [first, last] = [stretch[0], stretch.at(-1)];
    return first?.[1] && last ? [[first[0], last[0]]] : [];
  });
