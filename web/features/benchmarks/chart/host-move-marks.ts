import type { HistoryPoint, HostMove } from '@contract/benchmark';
import { changeText } from '@rules/outcomes/figures';
import type { HistoryAxis } from '../url-state';

export interface HostMoveMark {
  /** Between which two of the points in sight, which are neighbours. */
  between: [number, number];
  /** 'hosts +5.98 %' */
  text: string;
}

/**
 * Hosts move in time: a move has a place among revisions only where those measured before and after it are neighbours there. The list
 * below has all of them.
 */
export const hostMoveMarks = (points: HistoryPoint[], moves: HostMove[], by: HistoryAxis): HostMoveMark[] =>
  moves.flatMap(({ beforeUs, afterUs, ratio }) => {
    const [from, to] = [beforeUs, afterUs].map((us) => points.findIndex(({ measuredAtUs }) => measuredAtUs === us)) as [
      number,
      number,
    ];
    if (from === -1 || to === -1 || (by === 'revisions' && Math.abs(to - from) !== 1)) return [];
    return [{ between: [from, to], text: `hosts ${changeText(ratio)}` }];
  });
