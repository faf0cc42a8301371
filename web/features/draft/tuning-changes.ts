import type { RunSpec } from '@contract/spec';
import type { HostTuning } from '@contract/tuning';
import { type AskedSetting, askedSettings, HOST_SETTINGS, SETTING_LABELS } from '@rules/tuning/setting-words';
import type { DraftErrors } from './field-reading';
import type { Change } from './spec-change-rows';

export type TuningSide = 'server' | 'clients';

/** What is asked of a side; of the clients only where they have a host of their own. */
export function tuningOf(spec: RunSpec, side: TuningSide): HostTuning | null {
  const apart = spec.clients.some(({ hostId }) => hostId !== spec.server?.hostId);
  return side === 'clients' && !apart ? null : spec.tuning[side];
}

/** Settings of both hosts that differ, each as a change; `errors` are of the draft that the spec was read from. */
export function tuningChanges(original: RunSpec, spec: RunSpec, errors: DraftErrors): Change[] {
  const changes = (['server', 'clients'] as const).flatMap((side) => sideChanges(side, original, spec, errors));
  return changes.map((change) => ({ ...change, tuning: true }));
}

function sideChanges(side: TuningSide, original: RunSpec, spec: RunSpec, errors: DraftErrors): Change[] {
  const [before, after] = [tuningOf(original, side), tuningOf(spec, side)];
  const [asked, now] = [byName(before), byName(after)];
  const whose = side === 'server' ? '' : ' of the load generator’s host';
  const broken = (name: string): boolean =>
    Object.keys(errors).some((field) => `${field}.`.startsWith(`tuning.${side}.${name}.`));
  const settings = HOST_SETTINGS.flatMap((setting): Change[] => {
    const label = `${SETTING_LABELS[setting]}${whose}`;
    const from = asked.get(setting)?.full ?? 'as it is';
    if (broken(setting)) return [{ label, from, to: null, short: label }];
    const to = now.get(setting)?.full ?? 'as it is';
    const short = now.has(setting) ? (now.get(setting)?.short ?? '') : `${label} as it is`;
    return from === to ? [] : [{ label, from, to, short: side === 'server' ? short : `client ${short}` }];
  });
  return [...nicChange(before, after, broken('nic'), whose), ...settings];
}

function nicChange(before: HostTuning | null, after: HostTuning | null, broken: boolean, whose: string): Change[] {
  const [from, to] = [before?.nic ?? 'the one that carries the load', after?.nic ?? 'the one that carries the load'];
  const label = `NIC to tune${whose}`;
  if (broken) return [{ label, from, to: null, short: label }];
  return from === to ? [] : [{ label, from, to, short: `NIC ${after?.nic ?? 'automatic'}` }];
}

const byName = (tuning: HostTuning | null): Map<string, AskedSetting> =>
  new Map(askedSettings(tuning).map((asked) => [asked.setting, asked]));

/** What tells a run from others comes first; what only goes along with it last. */
const TELLING = ['interruptAffinity', 'packetSteering', 'flowSteering', 'transmitSteering'];
const ACCOMPANYING = ['nicQueues', 'stopServices'];
const MOST_NAMED = 3;

/** Tuning as a part of a run's name: 'IRQs 0-3, RPS all', 'MTU 9000 and 4 settings more'; empty without any. */
export function tuningName(tuning: HostTuning | null): string {
  const rank = ({ setting }: AskedSetting): number => {
    const place = TELLING.indexOf(setting);
    return place >= 0 ? place : TELLING.length + ACCOMPANYING.indexOf(setting) + 1;
  };
  const asked = [...byName(tuning).values()].sort((a, b) => rank(a) - rank(b));
  const pinned = asked[0]?.setting === 'interruptAffinity';
  // Pinning needs them: they say nothing that it does not.
  const told = pinned ? asked.filter(({ setting }) => !ACCOMPANYING.includes(setting)) : asked;
  const named = told.slice(0, MOST_NAMED).map((one) => one.short);
  const rest = told.length - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
