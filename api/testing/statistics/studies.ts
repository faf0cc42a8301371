import { falseAlarms, falseAlarmsByOrder, falseAlarmsElsewhere } from './false-alarms.ts';
import { extensionRates, familyRates, noiseFloorRates } from './looks-and-families.ts';
import { equivalenceRates, powerCurves } from './power-curves.ts';
import type { Rate } from './rate.ts';

export interface Study {
  title: string;
  /** What the study takes of the sessions asked for: some are slow, and some need fewer. */
  share: number;
  rates: (sessions: number, seed: number) => Rate[];
}

/** Everything that is known of the procedure by simulation. Each rate comes of the functions that decide in the product. */
export const STUDIES: Study[] = [
  {
    title: 'Two identical configurations called different, six rounds of auto-correlated seconds',
    share: 1,
    rates: falseAlarms,
  },
  { title: 'The same sessions by other ways, for contrast', share: 0.2, rates: falseAlarmsElsewhere },
  { title: 'Few rounds under drift', share: 0.25, rates: falseAlarmsByOrder },
  { title: 'One extension of 6 rounds to 12', share: 0.5, rates: extensionRates },
  { title: 'Many comparisons of one experiment', share: 0.25, rates: familyRates },
  { title: 'The noise floor', share: 1, rates: noiseFloorRates },
  { title: 'Equivalence within 2 %', share: 0.25, rates: (sessions, seed) => equivalenceRates(sessions, seed) },
  { title: 'Power: what is found of runs that vary by 3.5 %', share: 0.2, rates: powerCurves },
];
