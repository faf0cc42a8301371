import type { HostFacts } from '../contract/host.ts';
import type { HostTask, HostTaskAnswer } from '../contract/host-task.ts';
import type { AppliedTuning, HostTuning, RestoreResult, SettingName, Snapshot } from '../contract/tuning.ts';
import { formatCpuList } from '../rules/cpus/cpu-list.ts';

/** What an agent says of tuning a host: of settings as they are asked, with knobs as kernels have them. */

/** A host that was put back, or never changed. */
export const RESTORED: RestoreResult = { matches: true, mismatches: [], knobs: [], runId: null };

type Knob = AppliedTuning['changes'][number];

export const knob = (setting: SettingName, key: string, over: Partial<Knob> = {}): Knob => ({
  setting,
  key,
  path: `/sys/${key}`,
  before: 'f',
  asked: '3',
  why: 'it was asked for',
  readBack: over.asked === undefined ? '3' : over.asked,
  status: 'applied',
  reason: null,
  ...over,
});

/** Everything asked is written and reads back so. Choices of CPUs are taken for lists. */
export function appliedFor(tuning: HostTuning | null, facts: HostFacts, targetCpus: string | null): AppliedTuning {
  const nic = tuning?.nic ?? facts.nics.find(({ defaultRoute }) => defaultRoute)?.name ?? 'eth0';
  const changes = tuning ? knobsOf(tuning, nic, facts) : [];
  const ofNic = changes.some(({ key }) => key.startsWith('nic/'));
  return { nic: ofNic ? nic : null, targetCpus: resolvedCpus(targetCpus), changes, warnings: [] };
}

function knobsOf(tuning: HostTuning, nic: string, facts: HostFacts): Knob[] {
  const { interruptAffinity, packetSteering, sysctls, stopServices, nicQueues } = tuning;
  const interrupts = facts.nics.find(({ name }) => name === nic)?.interrupts ?? [];
  return [
    ...(stopServices ?? []).map((name) =>
      knob('stopServices', `service/${name}`, { before: 'running', asked: 'stopped' }),
    ),
    ...(nicQueues === null
      ? []
      : [knob('nicQueues', `nic/${nic}/channels/combined`, { before: '8', asked: String(nicQueues) })]),
    ...(interruptAffinity
      ? interrupts.map(({ name, affinityCpus }) =>
          knob('interruptAffinity', `nic/${nic}/irq/${name}/affinity`, {
            before: affinityCpus,
            asked: interruptAffinity.cpus,
          }),
        )
      : []),
    ...(packetSteering
      ? [knob('packetSteering', `nic/${nic}/rx-0/rps_cpus`, { before: '0', asked: maskOf(packetSteering.cpus) })]
      : []),
    ...(sysctls ?? []).map(({ name, value }) =>
      knob('sysctls', `sysctl/${name}`, {
        path: `/proc/sys/${name.replaceAll('.', '/')}`,
        before: '128',
        asked: value,
      }),
    ),
  ];
}

/** `last 2` of four CPUs; lists are what they are. */
export function resolvedCpus(choice: string | null): string | null {
  const [, count] = choice?.match(/^last (\d)$/) ?? [];
  return count ? formatCpuList([0, 1, 2, 3].slice(-Number(count))) : choice;
}

/** Of lists below 32 CPUs: `0-3` is `f`. */
function maskOf(cpus: string): string {
  if (cpus === 'none') return '0';
  let mask = 0;
  for (const part of cpus.split(',')) {
    const [first = 0, last = first] = part.split('-').map(Number);
    for (let cpu = first; cpu <= last; cpu++) mask += 2 ** cpu;
  }
  return mask.toString(16);
}

export function restoredFor(applied: AppliedTuning | null, runId: string | null): RestoreResult {
  const knobs = (applied?.changes ?? []).flatMap(({ setting, key, before, status }) =>
    status === 'applied' && before !== null ? [{ setting, key, before, readBack: before, matches: true }] : [],
  );
  return { ...RESTORED, knobs, runId: knobs.length > 0 ? runId : null };
}

/** The state of the host with some knobs as they were applied, or as they were before. */
export function snapshotAt(moment: Snapshot['moment'], applied: AppliedTuning | null): Snapshot {
  const tuned = moment === 'applied' || moment === 'after-steps';
  const values = Object.fromEntries(
    (applied?.changes ?? []).map(({ key, before, readBack }) => [key, (tuned ? readBack : before) ?? '']),
  );
  return {
    moment,
    takenAtUs: Date.now() * 1000,
    values: { 'kernel/release': '6.1.0', 'service/irqbalance': 'running', 'top/1': 'bash 0.1 %', ...values },
  };
}

export function goodAnswer(task: HostTask, facts: HostFacts): HostTaskAnswer {
  const takenAtUs = Date.now() * 1000;
  switch (task.type) {
    case 'upgrade':
      return { type: 'upgrade' };
    case 'list-revisions': {
      const [commit, parent] = ['b', 'a'].map((digit) => digit.repeat(40)) as [string, string];
      const revisions = [
        { commit, parent, committedAtUs: takenAtUs, subject: 'the second' },
        { commit: parent, parent: null, committedAtUs: takenAtUs - 1e6, subject: 'the first' },
      ];
      return { type: 'list-revisions', revisions: revisions.slice(0, task.request.most) };
    }
    case 'plan': {
      const { nic, targetCpus, changes } = appliedFor(task.request.tuning, facts, task.request.targetCpus);
      const planned = changes.map(({ readBack: _, ...change }) => ({ ...change, status: 'change' as const }));
      return {
        type: 'plan',
        plan: { takenAtUs, nic, targetCpus, changes: planned, warnings: [] },
      };
    }
    case 'doctor':
      return {
        type: 'doctor',
        report: {
          checkedAtUs: takenAtUs,
          findings: [
            {
              code: 'irqbalance-running',
              severity: 'warning',
              sentence: 'irqbalance runs and moves interrupts.',
              mend: 'systemctl stop irqbalance',
            },
          ],
        },
      };
    case 'snapshot':
      return { type: 'snapshot', snapshot: snapshotAt('before', null) };
    case 'restore':
      return { type: 'restore', restore: RESTORED };
  }
}
