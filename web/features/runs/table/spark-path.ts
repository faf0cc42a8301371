const ROOM = 1.5;

/** A line over all of the width, and the area below it; zero is the lower edge, the highest value the upper one. */
export function sparkPath(values: number[], width: number, height: number): [line: string, area: string] {
  const most = Math.max(...values, Number.MIN_VALUE);
  const at = (value: number, place: number): string => {
    const x = ROOM + (place / Math.max(1, values.length - 1)) * (width - 2 * ROOM);
    const y = height - ROOM - (Math.max(0, value) / most) * (height - 2 * ROOM);
    return `${round(x)} ${round(y)}`;
  };
  const line = `M${values.map(at).join('L')}`;
  return [line, `${line}L${round(width - ROOM)} ${height}L${ROOM} ${height}Z`];
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
