import type { MeasuredHost } from '../../contract/run.ts';
import type {
  AppliedChange,
  AppliedTuning,
  HostEvidence,
  RestoreResult,
  SettingName,
  SnapshotMoment,
} from '../../contract/tuning.ts';
import { CARRIED_SHARE_LEAST, PACKETS_LEAST } from './tuning-thresholds.ts';

/** A key whose value differs between two snapshots of one host; null where one lacks it. */
export interface MovedKey {
  key: string;
  before: string | null;
  after: string | null;
}

/** Everything that was said of tuning one host of a run, as it is stored. */
export interface TunedHost {
  host: MeasuredHost;
  applied: AppliedTuning | null;
  restored: RestoreResult | null;
  snapshots: SnapshotMoment[];
  /** What differs between the snapshots `applied` and `after-steps`. */
  moved: MovedKey[];
  /** Of the snapshot `applied` what verdicts need: which line has which number, and who else steers packets. */
  found: Record<string, string>;
  /** In the order of the steps; only measured steps. */
  evidence: { stepIndex: number; evidence: HostEvidence }[];
}

/** Knobs of a setting that read back as requested. If one does not, the requested effect cannot be expected. */
export function writtenKnobs({ applied }: Pick<TunedHost, 'applied'>, setting: SettingName): AppliedChange[] {
  return (applied?.changes ?? []).filter(
    (change) =>
      change.setting === setting &&
      change.asked !== null &&
      (change.status === 'applied' || change.status === 'unchanged'),
  );
}

/** Packets that an interface received in a step; null where that was not counted. */
export const receivedBy = (nic: string, { packetsReceived }: HostEvidence): number | null =>
  packetsReceived.find((one) => one.nic === nic)?.packets ?? null;

/** Whether the interface took part in the load: of what the machine handled, no less than a twentieth came through it. */
export const carriesLoad = (received: number, processed: number): boolean =>
  received >= PACKETS_LEAST && received >= processed * CARRIED_SHARE_LEAST;

export const sumOf = (counts: { count: number }[]): number => counts.reduce((sum, { count }) => sum + count, 0);
/** Whole percents, but never 100 % of less than all, nor 0 % of something. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const share = (part * 100) / whole;
  const rounded = Math.round(share);
  if (rounded === 100 && part < whole) return `${Math.min(99.99, Math.floor(share * 100) / 100)} %`;
  if (rounded === 0 && part > 0) return 'under 1 %';
  return `${rounded} %`;
}
