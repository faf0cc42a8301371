import type { Host } from '@contract/host';
import type { CreateLaunch, Launch, LaunchSpec } from '@contract/launch';
import type { RunSpec } from '@contract/spec';
import { systemName } from '@rules/launch/images';
import { launchTitle } from '@rules/launch/launch-words';
import { asPlanned, hostsToLaunch, plannedClientIds, plannedServerId } from '@rules/launch/planned-hosts';
import { plannedMinutesOf } from '@rules/launch/planned-use';
import { launchDraftOf } from '@/features/draft/launch-draft';
import { draftOf, type RunDraft } from '@/features/draft/run-draft';
import type { Change } from '@/features/draft/spec-change-rows';
import { wholeRunSeconds } from '@/features/new-run/plan/estimate';
import type { OwnRun } from '@/lib/imported';
import type { Catalogue } from './catalogue';

/** A run with the launch on whose hosts it was made. */
export interface Launched {
  run: OwnRun;
  launch: LaunchSpec;
}

/** The run as if its hosts were to be launched again; null: not all of them were launched together. */
export function launchedAgain(run: OwnRun, launch: Launch | undefined): Launched | null {
  const spec = launch && asPlanned(run.spec, launch);
  // Where the load comes from the server's own host, the form cannot say so of hosts to come.
  if (!launch || !spec || spec.clients.some(({ hostId }) => hostId === plannedServerId)) return null;
  return { run: { ...run, spec }, launch: launch.spec };
}

/** The draft of such a run, on as many clients as it used. */
export function launchedDraft(spec: RunSpec, launch: LaunchSpec): RunDraft {
  const count = spec.clients.length;
  return {
    ...draftOf(spec),
    hardware: 'ec2',
    launch: { ...launchDraftOf(launch), clientCount: String(count) },
    serverHostId: plannedServerId,
    clientHostIds: plannedClientIds(count),
  };
}

/** The hosts that a draft would launch, as far as their types tell. */
export function draftHosts({ launch, clientHostIds }: RunDraft, catalogue: Catalogue | null): Host[] {
  const shape = {
    server: { instanceType: launch.serverType.trim() },
    clients: { instanceType: launch.clientType.trim(), count: clientHostIds.length },
  };
  const image: LaunchSpec['image'] =
    launch.system === 'ami' ? { kind: 'ami', imageId: launch.imageId } : { kind: 'newest', system: launch.system };
  return hostsToLaunch(shape, image, (name) => catalogue?.get(name)?.vcpus ?? null);
}

/** What is asked for with the run: the hosts, for about as long as it takes. */
export function launchFor(spec: LaunchSpec, { load }: RunSpec): CreateLaunch {
  return { spec, plannedMinutes: plannedMinutesOf(wholeRunSeconds(load)) };
}

/** The change of hardware; none where the same is launched again. */
export function hardwareChanges(from: LaunchSpec | null, to: LaunchSpec | null): Change[] {
  if (!from || !to) return [];
  const [before, after] = [hardwareText(from), hardwareText(to)];
  return before === after ? [] : [{ label: 'EC2 hosts', from: before, to: after, short: `on ${after}` }];
}

/** 'c8i.32xlarge + c6i.4xlarge in eu-central-1, spot': what of a launch may change what is measured. */
function hardwareText(spec: LaunchSpec): string {
  const { image, market, clusterPlacement } = spec;
  const parts = [
    launchTitle(spec),
    image.kind === 'ami' ? image.imageId : systemName(image.system),
    market === 'spot' && 'spot',
    clusterPlacement && 'in a placement group',
  ];
  return parts.filter(Boolean).join(', ');
}
