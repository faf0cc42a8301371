import { randomOf } from '../../rules/statistics/seeded-random.ts';
import { COMMITS_A_NIGHT, type Told, type Watched, watchNights } from './watched-nights.ts';
import { courseOf, DRIFTING, WORLDS } from './world.ts';

/** One figure: a value for each simulated series, and what their mean has to keep to. */
export interface Found {
  id: string;
  what: string;
  unit: string;
  values: number[];
  goal: { type: 'at-most' | 'at-least'; value: number } | null;
}

/** Watched without a change, as a history: 40 nights. */
const HISTORY = 40;
const STEP = Math.log(0.95);
const DRIFT_A_NIGHT = Math.log(0.997);
const HOST_MOVE = Math.log(0.9);
const NIGHTS_TO_FIND = 5;
const NIGHTS_TO_FIND_DRIFT = 30;
/** For contrast, fewer and more than a night has. */
const OTHER_ROUNDS = [4, 10];

const percentOf = (happened: readonly boolean[]): number[] => happened.map((did) => (did ? 100 : 0));

/** 200 nights in which nothing changes: alerts after confirmation, and what confirming costs. */
export function falseAlerts(series: number, seed: number): Found[] {
  const nights = 200;
  return WORLDS.flatMap((world, i) => {
    const watched = Array.from({ length: series }, (_, n) =>
      watchNights(courseOf(world, randomOf(seed + 10_000 * i + n)), { nights, levelAt: () => 0 }),
    );
    const per100 = (count: (one: Watched) => number): number[] => watched.map((one) => (count(one) * 100) / nights);
    const id = world.id === 'all-at-once' ? '' : `.${world.id}`;
    return [
      {
        id: `watch.false_alerts_per_100${id}`,
        what: `false alerts in 100 nights: ${world.words}`,
        unit: 'alerts',
        values: per100(({ told }) => told.length),
        goal: { type: 'at-most', value: 1 },
      },
      {
        id: `watch.confirmations_per_100${id}`,
        what: `confirming experiments in 100 nights: ${world.words}`,
        unit: 'experiments',
        values: per100(({ confirmations }) => confirmations),
        goal: null,
      },
    ];
  });
}

/** Of the commit that makes the candidate 5 % slower or faster. */
const STEP_AT = HISTORY * COMMITS_A_NIGHT - 1;

/** A third of the nights before the step arrive a week late, some of them after it was told. */
function stepsWatched(series: number, seed: number, rounds: number | undefined, nights: number): Watched[] {
  return Array.from({ length: series }, (_, n) =>
    watchNights(courseOf(DRIFTING, randomOf(seed + n)), {
      nights: HISTORY + nights,
      from: HISTORY,
      ...(rounds === undefined ? {} : { rounds }),
      levelAt: (place) => (place >= STEP_AT ? stepOf(n) : 0),
      lateBy: (night) => (night < HISTORY && night % 3 === 0 ? 7 : 0),
    }),
  );
}

const stepOf = (n: number): number => (n % 2 === 0 ? STEP : -STEP);

const firstOf = (watched: readonly Watched[]): (Told | undefined)[] =>
  watched.map(({ told }, n) => told.find(({ suspect }) => suspect.direction === (stepOf(n) < 0 ? 'worse' : 'better')));

const inTime = (first: readonly (Told | undefined)[]): number[] =>
  percentOf(first.map((one) => one !== undefined && one.night < HISTORY + NIGHTS_TO_FIND));

export function steps(series: number, seed: number): Found[] {
  const watched = stepsWatched(series, seed, undefined, 25);
  const first = firstOf(watched);
  const held = first.flatMap((one) => (one ? [one.suspect.range] : []));
  return [
    {
      id: 'watch.step5_found_pct',
      what: `steps of 5 % confirmed within ${NIGHTS_TO_FIND} nights`,
      unit: '%',
      values: inTime(first),
      goal: { type: 'at-least', value: 90 },
    },
    ...OTHER_ROUNDS.map((rounds) => ({
      id: `watch.step5_found_pct.${rounds}_rounds`,
      what: `the same with ${rounds} rounds a night`,
      unit: '%',
      values: inTime(firstOf(stepsWatched(series, seed, rounds, NIGHTS_TO_FIND))),
      goal: null,
    })),
    {
      id: 'watch.range_holds_change_pct',
      what: 'ranges of revisions that hold the commit',
      unit: '%',
      values: percentOf(held.map(({ before, after }) => (before?.place ?? 0) < STEP_AT && after.place >= STEP_AT)),
      goal: { type: 'at-least', value: 90 },
    },
    {
      id: 'watch.range_nights',
      what: 'nights from the last one before a step to the first one after it',
      unit: 'nights',
      values: held.map(({ before, after }) => (after.place - (before?.place ?? 0)) / COMMITS_A_NIGHT),
      goal: null,
    },
    {
      id: 'watch.second_alert_pct',
      what: 'steps that were followed by another alert within 25 nights',
      unit: '%',
      values: percentOf(watched.map(({ told }) => told.length > 1)),
      goal: { type: 'at-most', value: 5 },
    },
  ];
}

/** Every night loses 0.3 %: no single night shows it. */
export function drifts(series: number, seed: number): Found[] {
  const watched = Array.from({ length: series }, (_, n) =>
    watchNights(courseOf(DRIFTING, randomOf(seed + n)), {
      nights: HISTORY + NIGHTS_TO_FIND_DRIFT,
      from: HISTORY,
      levelAt: (place) => Math.max(0, place / COMMITS_A_NIGHT - HISTORY + 1) * DRIFT_A_NIGHT,
    }),
  );
  return [
    {
      id: 'watch.drift_found_pct',
      what: `drifts of 0.3 % a night confirmed within ${NIGHTS_TO_FIND_DRIFT} nights`,
      unit: '%',
      values: percentOf(watched.map(({ told }) => told.some(({ suspect }) => suspect.direction === 'worse'))),
      goal: { type: 'at-least', value: 90 },
    },
  ];
}

/** The host loses 10 %, and the candidate is as it was: named as a move of the host, and nobody is told of the code. */
export function hostMoves(series: number, seed: number): Found[] {
  const watched = Array.from({ length: series }, (_, n) =>
    watchNights(
      courseOf(DRIFTING, randomOf(seed + n), (night) => (night >= HISTORY ? HOST_MOVE : 0)),
      { nights: HISTORY + NIGHTS_TO_FIND, from: HISTORY, levelAt: () => 0 },
    ),
  );
  return [
    {
      id: 'watch.host_move_named_pct',
      what: `moves of the host by 10 % named within ${NIGHTS_TO_FIND} nights, without an alert`,
      unit: '%',
      values: percentOf(
        watched.map(({ hostMoves, told }) => told.length === 0 && hostMoves.some(({ ratioMoved }) => !ratioMoved)),
      ),
      goal: { type: 'at-least', value: 95 },
    },
  ];
}
