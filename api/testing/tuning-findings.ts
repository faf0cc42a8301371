import type { Finding } from '../contract/verdict.ts';

const OF_TUNING: Finding['code'][] = [
  'tuning-drift',
  'tuning-without-effect',
  'tuning-not-applied',
  'tuned-nic-without-load',
  'workers-missing',
  'workers-imbalanced',
  'target-outside-its-cpus',
];

/** What is found of tuning and of the target's workers; made-up figures of a fake agent have findings of their own. */
export const tuningFindings = (findings: Finding[]): Finding[] =>
  findings.filter(({ code }) => OF_TUNING.includes(code));
