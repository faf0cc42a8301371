import type { HostFacts } from '../../contract/host.ts';

type Boot = Pick<HostFacts, 'bootId'>;

/** What the agents of one machine have in common; null where that is not known. */
export const machineOf = ({ bootId }: Boot): string | null => bootId || null;

/** Two agents on one machine, perhaps in namespaces of their own. An unknown machine is no other's. */
export const onOneMachine = (a: Boot, b: Boot): boolean => machineOf(a) !== null && machineOf(a) === machineOf(b);

/** Two machines, or two boots of one, for certain. */
export const areApart = (a: Boot, b: Boot): boolean =>
  machineOf(a) !== null && machineOf(b) !== null && machineOf(a) !== machineOf(b);

/** For the log of an agent whose credential another one used so many seconds ago. */
export const copySentence = (hostName: string, secondsAgo: number, waitSeconds: number): string =>
  `Another machine, or this one before it was reset, was in touch as ${hostName} ${secondsAgo} s ago: if this machine is a copy, ` +
  `remove credential.json from the agent's data folder and enrol it anew; otherwise wait up to ${waitSeconds} s.`;

/** The same for whoever looks at the host. */
export const refusedSentence = (hostName: string, waitSeconds: number): string =>
  `If ${hostName} lost its power, wait up to ${waitSeconds} s. If the machine is a copy of ${hostName}, remove credential.json from its ` +
  "agent's data folder and enrol it anew.";

export const secondsUntil = (atUs: number | null, nowUs: number): number =>
  Math.max(1, Math.ceil(((atUs ?? nowUs) - nowUs) / 1e6));
