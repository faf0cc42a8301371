import { cpusText, overlapOf } from '@rules/cpus/cpu-list';
import { settingTitle } from '@rules/tuning/setting-words';
import { formatCount, plural } from '@rules/words/numbers';
import { nicWarningsOf } from '@/features/new-run/plan/nic-warnings';
import type { Warning } from '@/features/new-run/plan/warnings';
import type { TunedHost, TuningSetup } from './tuning-setup';

/** What would make tuning worth less, known before it costs anything. */
export function tuningWarningsOf(setup: TuningSetup): Warning[] {
  return [
    ...setup.hosts.flatMap((host) => [pinnedTogether(host), irqbalance(host), ...notThere(host)]),
    ...nicWarningsOf(setup),
    several(setup),
    manySamples(setup),
  ].filter((warning) => warning !== null);
}

function pinnedTogether({ side, label, interruptCpus, workCpus, onlineCpus }: TunedHost): Warning | null {
  if (interruptCpus === null) return null;
  const both = overlapOf(interruptCpus, workCpus);
  if (both.length === 0) return null;
  const worker = side === 'server' ? 'target' : 'tool';
  const free = workCpus.length === onlineCpus.length;
  return {
    code: `interrupts-on-${worker}`,
    title: `NIC interrupts and the ${worker} share ${cpusText(both)}`,
    sentence: free
      ? `The ${worker} may use every CPU of ${label}, also those that take the interrupts; give it a CPU set beside them.`
      : `The ${worker} waits on these CPUs of ${label} whenever packets arrive; keep the sets apart.`,
  };
}

function irqbalance({ side, label, tuning, irqbalanceRuns }: TunedHost): Warning | null {
  if (!tuning?.interruptAffinity || !irqbalanceRuns || tuning.stopServices?.includes('irqbalance')) return null;
  return {
    code: `irqbalance-${side}`,
    title: `irqbalance runs on ${label}`,
    sentence: 'It moves interrupts to where it sees fit within seconds; have it stopped for the run, under Services.',
  };
}

function notThere({ side, label, tuning, absent }: TunedHost): Warning[] {
  return absent.flatMap((setting) => {
    if (setting === 'targetCpus' || !tuning || tuning[setting] === null) return [];
    return [
      {
        code: `absent-${side}-${setting}`,
        title: `${settingTitle(setting)}: not on ${label}`,
        sentence: 'Its present settings have no such knob, so there is nothing to change.',
      },
    ];
  });
}

function several({ changed }: TuningSetup): Warning | null {
  if (changed.length < 2) return null;
  return {
    code: 'several-settings',
    title: `${plural(changed.length, 'setting')} change at once`,
    sentence: `A difference could not be attributed to one of them: ${changed.map(({ label }) => label).join(', ')}.`,
  };
}

function manySamples({ samplesPerSecond, seconds, hosts }: TuningSetup): Warning | null {
  if (samplesPerSecond === 1) return null;
  const frames = samplesPerSecond * seconds;
  return {
    code: 'many-samples',
    title: `${samplesPerSecond} samples a second`,
    sentence: `Sampling costs each host ${samplesPerSecond} times as much as usual, and about ${formatCount(frames)} frames ${hosts.length === 1 ? 'are' : 'of each host are'} kept; compare only with runs sampled as often.`,
  };
}
