import type { LaunchSpec } from '../contract/launch.ts';
import type { SeenInstance } from '../rules/launch/launch-machine.ts';
import { deletePlacementGroups, deleteSecurityGroups, makePlacementGroup, makeSecurityGroup } from './groups.ts';
import {
  listTagged,
  lookForInstances,
  runInstance,
  type TaggedInstance,
  terminateInstances,
  type WantedInstance,
} from './instances.ts';
import { type AskedCloud, askCloud } from './launch-knowledge.ts';
import { configuredRegion, hasCredentials, listRegions } from './regions.ts';
import type { TagOwner } from './tags.ts';

/** What operations ask of Amazon EC2. Each of its methods may throw a CloudRefusal. */
export interface Cloud {
  hasCredentials(): Promise<boolean>;
  configuredRegion(): Promise<string | null>;
  listRegions(): Promise<string[]>;
  ask(spec: LaunchSpec, nowUs: number): Promise<AskedCloud>;
  look(region: string, launchId: string): Promise<SeenInstance[]>;
  listTagged(region: string): Promise<TaggedInstance[]>;
  run(wanted: WantedInstance): Promise<string>;
  terminate(region: string, instanceIds: string[]): Promise<void>;
  makeSecurityGroup(region: string, owner: TagOwner, subnetId: string): Promise<string>;
  makePlacementGroup(region: string, owner: TagOwner, attempt: number): Promise<void>;
  deletePlacementGroups(region: string, launchId: string): Promise<void>;
  deleteSecurityGroups(region: string, launchId: string): Promise<void>;
}

export const amazon: Cloud = {
  hasCredentials,
  configuredRegion,
  listRegions,
  ask: askCloud,
  look: lookForInstances,
  listTagged,
  run: runInstance,
  terminate: terminateInstances,
  makeSecurityGroup,
  makePlacementGroup,
  deletePlacementGroups,
  deleteSecurityGroups,
};
