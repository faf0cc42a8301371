import type { RunTuning } from '../../contract/tuning.ts';
import type { Finding } from '../../contract/verdict.ts';
import type { Measured } from '../run/measured-run.ts';
import type { TunedHost } from '../tuning/tuned-host.ts';
import { nicLoadFindings } from './findings-of-nic-load.ts';
import { targetFindings } from './findings-of-target.ts';
import { appliedFindings, driftFindings, effectFindings } from './findings-of-tuning.ts';
import { workerFindings } from './findings-of-workers.ts';

const WEIGHT: Record<Finding['severity'], number> = { invalid: 0, suspect: 1, note: 2 };

/** The weightiest first; of the same weight as they came. */
export const bySeverity = (findings: Finding[]): Finding[] =>
  findings.sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);

/** What is to be known before a figure of the run is believed, the weightiest first; each with its arithmetic. */
export function findingsOf(run: Measured, hosts: TunedHost[], tuning: RunTuning[]): Finding[] {
  const findings = [
    ...hosts.flatMap(appliedFindings),
    ...hosts.flatMap(driftFindings),
    ...hosts.flatMap(nicLoadFindings),
    ...tuning.flatMap((one) => effectFindings(one, hosts)),
    ...hosts.filter(({ host }) => host.roles.includes('server')).flatMap((server) => workerFindings(run, server)),
    ...targetFindings(run),
  ];
  return bySeverity(findings);
}
