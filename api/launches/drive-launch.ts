import { createHmac } from 'node:crypto';
import { endHostTokens, keepJoinToken } from '../agents/store/join-tokens.ts';
import { CloudRefusal } from '../cloud/aws-call.ts';
import { placementGroupName } from '../cloud/groups.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { hashSecret, newId } from '../platform/store/ids.ts';
import { advanceLaunch, JOIN_MINUTES } from '../rules/launch/advance-launch.ts';
import { costSoFar } from '../rules/launch/launch-cost.ts';
import {
  isComing,
  isLive,
  type LaunchCall,
  type LaunchEvent,
  type LaunchMachine,
  type LaunchStepResult,
  type LaunchUse,
} from '../rules/launch/launch-machine.ts';
import { NOT_KEPT } from '../rules/launch/launch-words.ts';
import { userData } from '../rules/launch/user-data.ts';
import { wakeAfter } from '../rules/launch/wake-after.ts';
import { advanceRun, dispatchQueued } from '../runs/drive/settle.ts';
import { unfinishedOn, useOfHosts } from './store/launch-use.ts';
import { dropAgents, markGone } from './store/launched-hosts.ts';
import {
  addRemarks,
  findLaunch,
  type LaunchRecord,
  listDue,
  lockReservation,
  restLaunch,
  saveLaunch,
} from './store/launches.ts';

/** More calls than any launch has: a machine that asks for ever would keep AWS busy. */
const CALLS_MOST = 500;
/** The host's own timer is the last resort: the API ends it a little earlier. */
const SHUTDOWN_LATER_MINUTES = 5;

/** Drives every launch whose time has come. What is wrong with one stops no other. */
export async function driveLaunches(lab: Lab): Promise<void> {
  for (const id of await listDue(lab.database.db, lab.nowUs())) {
    await driveLaunch(lab, id).catch((err) => lab.log.error({ err, launchId: id }, 'driving a launch'));
  }
}

/**
 * Looks at what AWS and the agents show of a launch, and makes the calls that follow. One replica at a time; what it decided is
 * stored before it asks AWS, so that whoever goes on after a crash asks for the same, and finds what was made by its tags.
 */
export async function driveLaunch(lab: Lab, id: string): Promise<void> {
  const mine = await lab.leader.attempt(`launch ${id}`, (lost) => new Drive(lab, id, lost).run());
  if (mine?.done) await dispatchQueued(lab);
}

class Drive {
  private readonly lab: Lab;
  private readonly id: string;
  private readonly lost: AbortSignal;
  private record!: LaunchRecord;

  constructor(lab: Lab, id: string, lost: AbortSignal) {
    this.lab = lab;
    this.id = id;
    this.lost = lost;
  }

  /** Whether runs that wait for its hosts may go on, or have to end. */
  async run(): Promise<boolean> {
    const record = await findLaunch(this.lab.database.db, this.id);
    if (!record) return false;
    if (!isLive(record.machine.state)) {
      await restLaunch(this.lab.database.db, this.id);
      return false;
    }
    this.record = record;
    const before = record.machine.state;
    if (record.endAsked && before !== 'releasing') await this.take({ kind: 'end', failure: record.endAsked });
    let event = await this.look();
    for (let made = 0; made <= CALLS_MOST; made++) {
      // Another replica may drive it by now: it finds what was made by its tags, and what it saved stays.
      if (this.lost.aborted) return false;
      const [call] = (await this.take(event)).calls;
      if (!call) break;
      event = await this.make(call);
    }
    await this.tellRuns();
    return this.record.machine.state !== before;
  }

  /** Runs whose hosts have ended with the launch, or do. */
  private async tellRuns(): Promise<void> {
    const { lab } = this;
    const { machine } = this.record;
    if (isComing(machine.state)) return;
    const isLetGo = machine.places.every(({ instanceId, endedAtUs }) => instanceId === null || endedAtUs !== null);
    const failure = machine.ending ?? NOT_KEPT;
    const hostIds = machine.places.map(({ hostId }) => hostId);
    for (const run of await unfinishedOn(lab.database.db, hostIds)) {
      if (run.state === 'releasing') {
        if (isLetGo) await advanceRun(lab, run.id, { kind: 'let-go' });
        continue;
      }
      for (const hostId of run.hostIds) {
        const byItself = hostId === machine.lostHostId;
        await advanceRun(lab, run.id, { kind: 'host-gone', hostId, byItself, ...failure });
      }
    }
  }

  private async look(): Promise<LaunchEvent> {
    const { lab, record } = this;
    const use = await this.useIn(lab.database.db, record.reservedUntilUs);
    const joined = record.hosts.flatMap(({ hostId, joinedAtUs }) =>
      joinedAtUs === null ? [] : [{ hostId, atUs: joinedAtUs }],
    );
    try {
      const instances = await lab.cloud.look(record.spec.region, this.id);
      return { kind: 'looked', instances, joined, use, apiUrl: lab.publicUrl };
    } catch (error) {
      return refusedBy(error, null);
    }
  }

  private async useIn(db: Db, reservedUntilUs: number): Promise<LaunchUse> {
    const hostIds = this.record.hosts.map(({ hostId }) => hostId);
    const { runIds, experimentIds, lastUsedAtUs } = await useOfHosts(db, hostIds);
    return { inUse: runIds.length > 0 || experimentIds.length > 0, lastUsedAtUs, reservedUntilUs };
  }

  /** Stores what follows from an event, before anything is done about it. */
  private async take(event: LaunchEvent): Promise<LaunchStepResult> {
    const { lab, record } = this;
    const nowUs = lab.nowUs();
    const before = record.machine;
    const first = advanceLaunch(before, event, nowUs);
    const step = await lab.database.transaction(async (tx) => {
      const step = await this.withUseNow(tx, event, first, nowUs);
      const { machine } = step;
      await saveLaunch(tx, this.id, machine, {
        wakeAtUs: isLive(machine.state) ? wakeAfter(machine, nowUs) : null,
        costMicroUsd: costSoFar(machine, machine.endedAtUs ?? nowUs),
      });
      record.remarks = await addRemarks(
        tx,
        record,
        step.remarks.map((remark) => ({ ...remark, atUs: nowUs })),
      );
      if (machine.attempt !== before.attempt) await this.beginAnew(tx, machine);
      await this.letGo(tx, machine, nowUs);
      return step;
    });
    record.machine = step.machine;
    return step;
  }

  /** While AWS was asked, somebody may have been promised the launch whose end this would be. */
  private async withUseNow(
    tx: Db,
    event: LaunchEvent,
    step: LaunchStepResult,
    nowUs: number,
  ): Promise<LaunchStepResult> {
    const { id, record } = this;
    const isEnding = isComing(record.machine.state) && step.machine.state === 'releasing';
    if (event.kind !== 'looked' || !isEnding) return step;
    record.reservedUntilUs = await lockReservation(tx, id);
    return advanceLaunch(record.machine, { ...event, use: await this.useIn(tx, record.reservedUntilUs) }, nowUs);
  }

  /** Who joined from an instance of an earlier attempt is none of the launch any more. */
  private async beginAnew(tx: Db, machine: LaunchMachine): Promise<void> {
    const hostIds = machine.places.map(({ hostId }) => hostId);
    await endHostTokens(tx, hostIds, this.lab.nowUs());
    await dropAgents(tx, hostIds);
    for (const host of this.record.hosts) host.joinedAtUs = null;
  }

  /** Hosts whose instance has ended, or never will be there. */
  private async letGo(tx: Db, machine: LaunchMachine, nowUs: number): Promise<void> {
    const isOver = machine.state === 'releasing' || !isLive(machine.state);
    const gone = machine.places.filter(({ endedAtUs }) => isOver || endedAtUs !== null).map(({ hostId }) => hostId);
    if (gone.length === 0) return;
    await endHostTokens(tx, gone, nowUs);
    await markGone(tx, gone, nowUs);
  }

  private async make(call: LaunchCall): Promise<LaunchEvent> {
    try {
      return { kind: 'done', call, id: await this.ask(call) };
    } catch (error) {
      return refusedBy(error, call);
    }
  }

  private async ask(call: LaunchCall): Promise<string | null> {
    const { cloud } = this.lab;
    const { spec, machine } = this.record;
    const owner = { launchId: this.id, expiresAtUs: machine.expiresAtUs };
    const subnetId = machine.subnets[machine.subnetIndex]?.subnetId ?? '';
    switch (call.kind) {
      case 'make-security-group':
        return cloud.makeSecurityGroup(spec.region, owner, subnetId);
      case 'make-placement-group':
        await cloud.makePlacementGroup(spec.region, owner, machine.attempt);
        return null;
      case 'run-instance':
        return this.launch(call.place, subnetId);
      case 'terminate':
        await cloud.terminate(spec.region, call.instanceIds);
        return null;
      case 'delete-placement-groups':
        await cloud.deletePlacementGroups(spec.region, this.id);
        return null;
      case 'delete-security-group':
        await cloud.deleteSecurityGroups(spec.region, this.id);
        return null;
    }
  }

  private async launch(index: number, subnetId: string): Promise<string> {
    const { lab, id, record } = this;
    const { spec, machine, images } = record;
    const place = machine.places[index];
    if (!place) throw new Error(`launch ${id} has no place ${index}`);
    const { hostId, instanceType } = place;
    const joinToken = joinTokenOf(lab.secret, id, index, machine.attempt);
    const createdAtUs = lab.nowUs();
    await keepJoinToken(lab.database.db, {
      id: newId(),
      tokenHash: hashSecret(joinToken),
      createdAtUs,
      expiresAtUs: createdAtUs + 2 * JOIN_MINUTES * 60e6,
      hostId,
    });
    return lab.cloud.run({
      launchId: id,
      expiresAtUs: machine.expiresAtUs,
      region: spec.region,
      hostId,
      place: index,
      attempt: machine.attempt,
      instanceType,
      imageId: images[instanceType] ?? '',
      subnetId,
      securityGroupId: machine.securityGroupId ?? '',
      placementGroup: machine.placementGroup === 'made' ? placementGroupName(id, machine.attempt) : null,
      market: spec.market,
      userData: userData({
        url: lab.publicUrl,
        joinToken,
        pinnedKey: lab.fingerprint(),
        shutdownMinutes: spec.ttlMinutes + SHUTDOWN_LATER_MINUTES,
      }),
    });
  }
}

/** The same again for the same place: a repeated call has to be the same. Nothing of it is stored but its hash. */
const joinTokenOf = (secret: string, launchId: string, place: number, attempt: number): string =>
  `mrpsjoin_${createHmac('sha256', secret).update(`launch ${launchId} ${place} ${attempt}`).digest('base64url')}`;

function refusedBy(error: unknown, call: LaunchCall | null): LaunchEvent {
  if (error instanceof CloudRefusal) return { kind: 'refused', call, failure: error.failure };
  throw error;
}
