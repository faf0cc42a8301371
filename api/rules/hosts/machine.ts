import type { HostFacts } from '../../contract/host.ts';

type Boot = Pick<HostFacts, 'bootId'>;

/** What the agents of one machine have in common; null where that is not known. */
export const machineOf = ({ bootId }: Boot): string | null => bootId || null;

/** Two agents on one machine, perhaps in namespaces of their own. An unknown machine is no other's. */
export const onOneMachine = (a: Boot, b: Boot): boolean => machineOf(a) !== null && machineOf(a) === machineOf(b);

/** Whether a machine is not, as far as it can be told, the known one in the same boot. One that says nothing of it may be any. */
export const mayBeAnother = (known: Boot, said: Boot): boolean =>
  machineOf(known) !== null && machineOf(known) !== machineOf(said);

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
