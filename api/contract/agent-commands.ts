import { z } from 'zod';
import { backendNeeds, startedBackends } from './backends.ts';
import { text } from './bounds.ts';
import { HOST_ROLES } from './choices.ts';
import { loadShare, loadTransport, profileKind } from './load.ts';
import { id, ipAddress, timeUs } from './primitives.ts';
import { requestSpec, secretName } from './requests.ts';
import { samplesPerSecond, variables } from './spec.ts';
import { targetSpec } from './target.ts';
import { cpuChoice, hostTuning } from './tuning.ts';

export const leaseTerms = z
  .object({
    runId: id,
    /** The lease ends this long after the API last heard from the agent. */
    ttlMs: z.int(),
    /** The agent lets go this much earlier, by its own clock. */
    guardMs: z.int(),
  })
  .meta({ id: 'LeaseTerms' });

/* Commands: typed, never shell text. Journalled by the agent before it acts. */

const commandHead = { commandId: id, runId: id };

/** Where the target listens: loopback, or another address of the server's host. An agent refuses any other. */
const listenAddress = ipAddress;
/** Null where no agent is on the target's host. */
const knownAddress = listenAddress.nullable();

export const prepareCommand = z
  .object({
    ...commandHead,
    type: z.literal('prepare'),
    lease: leaseTerms,
    roles: z.array(z.enum(HOST_ROLES)),
    target: targetSpec,
    listen: knownAddress,
    /** Where the services that the target asks listen: an address of the backend host. Null: the run has none. */
    backendAddress: ipAddress.nullable(),
    tool: z.string(),
    targetCpus: cpuChoice.nullable(),
    toolCpus: cpuChoice.nullable(),
    samplesPerSecond,
    /** Those that the requests take, by name: a client has to be able to read each of them. */
    secrets: z.array(secretName),
  })
  .meta({ id: 'PrepareCommand', description: 'Check what the run needs on this host and start sampling.' });

export const applyTuningCommand = z
  .object({
    ...commandHead,
    type: z.literal('apply-tuning'),
    /** Null: nothing is changed, only the snapshots are taken. */
    tuning: hostTuning.nullable(),
    targetCpus: cpuChoice.nullable(),
    /** Where the target listens: it tells the NIC that carries the load, on either side. */
    address: knownAddress,
  })
  .meta({
    id: 'ApplyTuningCommand',
    description: 'Snapshot, plan, apply, read back, snapshot. When a write fails everything is put back at once.',
  });

export const startBackendsCommand = z
  .object({
    ...commandHead,
    type: z.literal('start-backends'),
    target: targetSpec,
    address: ipAddress,
    needs: backendNeeds,
  })
  .meta({ id: 'StartBackendsCommand', description: 'Start and fill what the target on another host asks.' });

export const startTargetCommand = z
  .object({
    ...commandHead,
    type: z.literal('start-target'),
    target: targetSpec,
    cpus: cpuChoice.nullable(),
    listen: listenAddress,
    /** What the target asks on the backend host. Null: its own agent started it, or it asks nothing. */
    backends: startedBackends.nullable(),
  })
  .meta({ id: 'StartTargetCommand' });

const { protocol, tls, cookies } = loadTransport.shape;

/** What is sent, and where to; the same in the preflight as under load. */
const requestsAsked = {
  /** Base address; the requests carry the paths. */
  url: z.string(),
  requests: z.array(requestSpec),
  ...variables,
  decompress: z.boolean(),
  protocol,
  tls,
  cookies,
  /** In PEM: the only certificate that is trusted, of a target that made its own. Null: as `tls.verify` says. */
  trustedCertificate: text.nullable(),
};

export const preflightCommand = z
  .object({ ...commandHead, type: z.literal('preflight'), ...requestsAsked })
  .meta({ id: 'PreflightCommand', description: 'Send each request, and say what came.' });

export const loadPhase = z.enum(['warmup', 'measure']).meta({ id: 'LoadPhase' });
export type LoadPhase = z.infer<typeof loadPhase>;

export const driveLoadCommand = z
  .object({
    ...commandHead,
    type: z.literal('drive-load'),
    stepIndex: z.int(),
    phase: loadPhase,
    tool: z.string(),
    toolWorkers: z.int().nullable(),
    toolCpus: cpuChoice.nullable(),
    ...requestsAsked,
    /**
     * Its index among the clients of the run, from 0, and their number. They keep the counters and random values of
     * clients apart.
     */
    clientIndex: z.int().min(0),
    clientCount: z.int().min(1),
    ...loadTransport.shape,
    share: loadShare,
    durationSeconds: z.int(),
    /** When load begins, on every client alike, by the clock of the API. Null: at once. */
    startAtUs: timeUs.nullable(),
    /** To be taken of the target, where it is on this host. */
    profiles: z.array(profileKind),
  })
  .meta({ id: 'DriveLoadCommand' });

export const openWindowCommand = z
  .object({
    ...commandHead,
    type: z.literal('open-window'),
    /** How long the load will last: in its middle the target is looked at. */
    durationSeconds: z.int(),
    /** To be taken of the target meanwhile. */
    profiles: z.array(profileKind),
  })
  .meta({
    id: 'OpenWindowCommand',
    description: 'Take a boundary frame now: the load of a measured step is about to begin on another host.',
  });

export const closeWindowCommand = z
  .object({ ...commandHead, type: z.literal('close-window') })
  .meta({ id: 'CloseWindowCommand', description: 'Take a boundary frame now: the load on the other hosts has ended.' });

export const stopCommand = z.object({ ...commandHead, type: z.literal('stop') }).meta({
  id: 'StopCommand',
  description: 'End the tool at once, take the snapshot after the steps, and drain the target.',
});

export const restoreCommand = z
  .object({ ...commandHead, type: z.literal('restore') })
  .meta({ id: 'RestoreCommand', description: 'Put the host back, read everything back, stop sampling.' });

export const command = z
  .discriminatedUnion('type', [
    prepareCommand,
    applyTuningCommand,
    startBackendsCommand,
    startTargetCommand,
    preflightCommand,
    openWindowCommand,
    driveLoadCommand,
    closeWindowCommand,
    stopCommand,
    restoreCommand,
  ])
  .meta({ id: 'Command' });
export type Command = z.infer<typeof command>;
export type CommandType = Command['type'];
