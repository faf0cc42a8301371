/** How a night is judged. docs/decisions/0062 says what these came to in simulated nights. */
export interface WatchRules {
  /** A step stays a suspect below it, after Benjamini and Hochberg over the series of the night; limits are held at it too. */
  alpha: number;
  /** One-sided, for good news: that a loss is gone, or that a budget is kept. */
  goodNewsAlpha: number;
  /** Points on each side of a step. */
  segmentLeast: number;
  /** A step that lies further back, in points, is history: it is shown and suspected no more. */
  recentPoints: number;
  /** A drift is what the latest points differ by from the first ones of a window, in points. */
  windows: readonly number[];
  latestPoints: number;
  /** What may accumulate over a window, as a share. */
  driftBudget: number;
  confirmation: {
    alpha: number;
    /** The chance of finding the suspected change that rounds are planned for. */
    power: number;
    roundsLeast: number;
    roundsMost: number;
    /** Rounds of an unconfirmed suspect that goes on being seen are made once more, after as many further points. */
    attemptsMost: number;
    pointsBetweenAttempts: number;
  };
}

/** Rounds of candidate and reference that a nightly point is made of, unless its benchmark says otherwise. */
export const ROUNDS_A_NIGHT = 6;

export const WATCH_RULES: WatchRules = {
  alpha: 0.005,
  goodNewsAlpha: 0.05,
  segmentLeast: 3,
  recentPoints: 30,
  windows: [30, 90],
  latestPoints: 5,
  driftBudget: 0.03,
  confirmation: {
    alpha: 0.05,
    power: 0.95,
    roundsLeast: 6,
    roundsMost: 40,
    attemptsMost: 2,
    pointsBetweenAttempts: 3,
  },
};
