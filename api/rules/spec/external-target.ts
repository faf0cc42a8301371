import type { Run, RunTarget } from '../../contract/run.ts';
import type { ExternalTarget, TargetSpec } from '../../contract/target.ts';
import { listed } from '../words/text.ts';

/** Clients speak https to it: an external target says so by its scheme. */
export const speaksTls = (target: TargetSpec): boolean =>
  target.kind === 'external' ? target.origin.startsWith('https:') : target.tls;

/** 'staging.example.org:8443', which tells a target without an agent from others in a few characters. */
export const originHost = ({ origin }: ExternalTarget): string => origin.slice(origin.indexOf('//') + 2);

/** What is known of a target that no agent started, before a client says what its host was resolved to. */
export const outsideTarget = ({ origin }: ExternalTarget): RunTarget => ({
  url: origin,
  command: [],
  version: '',
  workers: null,
  goMaxProcsPerWorker: null,
  cpus: null,
  resolved: [],
});

/** A client that prepares once more says it anew. */
export const withResolved = (target: RunTarget, hostId: string, addresses: string[]): RunTarget => ({
  ...target,
  resolved: [...(target.resolved ?? []).filter((one) => one.hostId !== hostId), { hostId, addresses }],
});

/** The origin of a target that no agent measures; null of every other. */
export const unmeasuredOrigin = ({ spec }: Pick<Run, 'spec'>): string | null =>
  spec.target.kind === 'external' ? spec.target.origin : null;

/** What to do to know more of such a target. */
export const installThere = (origin: string): string =>
  `Install an agent on the host of ${origin}, name the target in its configuration file, and rerun against it there.`;

/** Where its agent is there already: a client runs on the same machine. */
export const measureHere = (clients: string[]): string =>
  `Name the target in the configuration file of ${listed(clients)}, and rerun against it there.`;
