import type { Budget, HistoryEpoch, HistoryPoint, HostMove } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import type { HistoryAxis, HistoryView } from '../url-state';
import type { ChangeMark } from './change-marks';
import type { ValueScale } from './history-scales';

export const HISTORY_HEIGHT = 380;
export const PLOT = { left: 64, right: 20, top: 30, bottom: HISTORY_HEIGHT - 66 };

export interface Drawn {
  points: HistoryPoint[];
  xs: number[];
  epochs: HistoryEpoch[];
  metric: ComparedMetric;
  marginPercent: number;
  view: HistoryView;
  by: HistoryAxis;
  changes: ChangeMark[];
  budgets: Budget[];
  hostMoves: HostMove[];
  scale: ValueScale;
  width: number;
}
