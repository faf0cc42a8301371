import type { HostTuning } from '@contract/tuning';
import type { TunedHost, TuningSetup } from '@/features/new-run/tuning/tuning-setup';
import type { Warning } from './warnings';

/** What would make settings of NICs worth nothing: no load passes them, or their ends do not fit. */
export function nicWarningsOf(setup: TuningSetup): Warning[] {
  const found = setup.loopback ? [overLoopback(setup)] : [...setup.hosts.map(idleNic), unequalMtu(setup)];
  return found.filter((warning) => warning !== null);
}

type Setting = Exclude<keyof HostTuning, 'nic'>;

const NIC_SETTINGS: Setting[] = [
  'nicQueues',
  'interruptAffinity',
  'packetSteering',
  'flowSteering',
  'transmitSteering',
  'mtuBytes',
  'offloads',
  'interruptCoalescing',
];

const asksOfNic = (tuning: HostTuning | null): boolean =>
  tuning !== null && NIC_SETTINGS.some((setting) => tuning[setting] !== null);

function idleNic({ side, label, tuning, carrier }: TunedHost): Warning | null {
  const nic = tuning?.nic ?? null;
  if (nic === null || carrier === null || carrier.name === nic || !asksOfNic(tuning)) return null;
  return {
    code: `idle-nic-${side}`,
    title: `${nic} of ${label} does not carry the load`,
    sentence: `Its settings can show nothing; ${carrier.name} has the addresses that requests travel by.`,
  };
}

const meansCarrier = (tuning: HostTuning | null, carrier: TunedHost['carrier']): boolean =>
  carrier === null || (tuning?.nic ?? carrier.name) === carrier.name;

/** An end that is left as it is has the MTU of its facts. */
function unequalMtu({ hosts }: TuningSetup): Warning | null {
  const ends = hosts.map(({ label, tuning, carrier }) => ({
    label,
    bytes: (meansCarrier(tuning, carrier) ? tuning?.mtuBytes : null) ?? carrier?.mtuBytes ?? null,
  }));
  const asked = hosts.some(({ tuning }) => tuning !== null && tuning.mtuBytes !== null);
  if (!asked || new Set(ends.map(({ bytes }) => bytes)).size === 1) return null;
  const told = ends.map(({ label, bytes }) => `${label} ${bytes === null ? 'is left as it is' : `has ${bytes} B`}`);
  return {
    code: 'unequal-mtu',
    title: 'Both ends need the same MTU',
    sentence: `${told.join(', ')}: packets larger than the smaller one are cut or lost.`,
  };
}

function overLoopback({ hosts, loopback }: TuningSetup): Warning | null {
  const asked = hosts.some(({ tuning }) => asksOfNic(tuning));
  if (!loopback || !asked) return null;
  return {
    code: 'tuning-over-loopback',
    title: 'The load passes no NIC',
    sentence: 'It stays on loopback, so what is asked of a NIC and its packets cannot show in the figures.',
  };
}
