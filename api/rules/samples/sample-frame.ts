/** A row of raw counters as the agent read it, in integers below 2^53. */
export interface FrameRow {
  sequence: number;
  timeUs: number;
  monotonicUs: number;
  boundary: boolean;
  values: number[];
}

/** A row together with what its integers are. */
export interface SampleFrame extends FrameRow {
  incarnationId: string;
  columns: string[];
}
