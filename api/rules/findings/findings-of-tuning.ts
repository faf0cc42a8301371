import type { AppliedChange, RunTuning, SettingName } from '../../contract/tuning.ts';
import type { Finding } from '../../contract/verdict.ts';
import { nicOf } from '../samples/nic-lines.ts';
import { SETTING_LABELS } from '../tuning/setting-words.ts';
import type { MovedKey, TunedHost } from '../tuning/tuned-host.ts';
import { NAMED_AT_MOST } from '../tuning/tuning-thresholds.ts';
import { groupsBy } from '../words/groups.ts';
import { capitalised } from '../words/text.ts';

/** Settings that were not applied as requested. */
export function appliedFindings({ host, applied }: TunedHost): Finding[] {
  const asked = (applied?.changes ?? []).filter(({ asked }) => asked !== null);
  const of = (status: AppliedChange['status']) => grouped(asked.filter((change) => change.status === status));
  const head = { code: 'tuning-not-applied' as const, hostId: host.hostId, stepIndex: null };
  return [
    ...of('differs').map((changes): Finding => {
      const told = named(
        changes.map(({ key, asked, readBack }) => `${key} reads ${valueText(readBack)}, not ${asked}`),
      );
      const sentence = capitalised(
        `${labelOf(changes)} on ${host.name} reads back differently: ${told}. The figures belong to what was read back.`,
      );
      return { ...head, severity: 'suspect', sentence };
    }),
    ...of('not-changeable').map((changes): Finding => {
      const keys = named(changes.map(({ key }) => key));
      const sentence = capitalised(
        `${labelOf(changes)} on ${host.name} could not be changed (${keys}): ${reasonOf(changes)}. The figures are without it.`,
      );
      return { ...head, severity: 'note', sentence };
    }),
  ];
}

/** Values that something else moved: seen at the end of a step, or between the snapshots around the steps. */
export function driftFindings(tuned: TunedHost): Finding[] {
  const { host, evidence } = tuned;
  const head = { code: 'tuning-drift' as const, severity: 'suspect' as const, hostId: host.hostId };
  const remedy = 'Stop what changes it (irqbalance, tuned, a device reset) and rerun.';
  const inSteps = evidence.flatMap(({ stepIndex, evidence: { drift } }) =>
    drift.map(({ setting, key, expected, found }): Finding => {
      const sentence = `${SETTING_LABELS[setting]} drifted on ${host.name}: at the end of step ${stepIndex + 1} ${key} was ${valueText(found)}, not ${expected}. ${remedy}`;
      return { ...head, stepIndex, sentence: capitalised(sentence) };
    }),
  );
  const seen = new Set(evidence.flatMap(({ evidence }) => evidence.drift.map(({ key }) => key)));
  const passing = passingNics(tuned);
  const moved = tuned.moved.filter(({ key }) => isState(key) && !seen.has(key) && !passing.has(nicOf(key)));
  if (moved.length === 0) return inSteps;
  const sentence = `Something changed ${host.name} between tuning and the end of the steps: ${named(moved.map(moveText))}. ${remedy}`;
  // A host that was left as found was to be nothing: what lives on it may be just what is measured.
  const severity = tuned.applied?.changes.some(({ asked }) => asked !== null) ? head.severity : 'note';
  return [...inSteps, { ...head, severity, stepIndex: null, sentence }];
}

/** Keys of interfaces that appeared or vanished, such as a container's, except the tuned one. */
function passingNics({ moved, applied }: TunedHost): Set<string> {
  return new Set(
    moved.flatMap(({ key, before, after }) => {
      const nic = nicOf(key);
      const passed = key === `nic/${nic}/operstate` && (before === null || after === null);
      return passed && nic !== applied?.nic ? [nic] : [];
    }),
  );
}

/** Settings that read back as asked and yet did nothing. */
export function effectFindings({ hostId, effects }: RunTuning, hosts: TunedHost[]): Finding[] {
  const tuned = hosts.find(({ host }) => host.hostId === hostId);
  const name = tuned?.host.name ?? hostId;
  const drifted = (setting: SettingName, step: number): boolean =>
    tuned?.evidence.some(
      (one) => one.stepIndex === step && one.evidence.drift.some((knob) => knob.setting === setting),
    ) ?? false;
  return effects
    .filter(({ verdict }) => verdict === 'without-effect')
    .map(({ setting, stepIndex, sentence }): Finding => {
      const head = { severity: 'suspect' as const, hostId, stepIndex };
      if (setting === 'targetCpus') {
        const told = `Step ${stepIndex + 1}, ${name}: ${sentence} Find what moves its processes and rerun.`;
        return { ...head, code: 'target-outside-its-cpus', sentence: told };
      }
      const stood = drifted(setting, stepIndex) ? 'drifted' : 'reads back as asked';
      const told = `Step ${stepIndex + 1}, ${name}: ${SETTING_LABELS[setting]} ${stood}, without effect. ${sentence}`;
      return { ...head, code: 'tuning-without-effect', sentence: told };
    });
}

/**
 * Keys of a snapshot that are settings. Left out are the busiest processes, the last CPUs of interrupts, counters, and
 * services that a run cannot stop, because timers start and end them.
 */
export function isState(key: string): boolean {
  return STATE.test(key) && !OBSERVATION.test(key);
}
const STATE = /^(kernel|cpu|nic|irq|sysctl|memory|limits)\/|^service\/(irqbalance|cron|crond|tuned|thermald)$/;
const OBSERVATION =
  /\/(effective|operstate|speed_mbit|counts?|statistics|frequency\w*|free|available|load|uptime)(\/|$)/i;

const moveText = ({ key, before, after }: MovedKey): string => `${key} ${valueText(before)} → ${valueText(after)}`;
const valueText = (value: string | null): string => (value === null ? 'unreadable' : value || '""');
const labelOf = ([first]: AppliedChange[]): string => (first ? SETTING_LABELS[first.setting] : '');
const reasonOf = ([first]: AppliedChange[]): string => (first?.reason ?? 'no reason given').replace(/\.$/, '');

/** The first few, and how many more. */
export function named(texts: string[]): string {
  const more = texts.length - NAMED_AT_MOST;
  const first = texts.slice(0, NAMED_AT_MOST).join(', ');
  return more > 0 ? `${first}, and ${more} more` : first;
}

/** What one setting met for one reason is one finding, however many queues it is about. */
function grouped(changes: AppliedChange[]): AppliedChange[][] {
  const alike = ({ setting, status, reason }: AppliedChange): string =>
    `${setting} ${status === 'differs' ? '' : reason}`;
  return [...groupsBy(changes, alike).values()];
}
