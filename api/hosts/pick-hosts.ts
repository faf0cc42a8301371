import type { PickedHosts, PickHosts } from '../contract/host-availability.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { pickHosts as pick } from '../rules/hosts/pick-hosts.ts';
import { listHosts } from './hosts.ts';

/** Throws too-few-hosts with what lacks. */
export async function pickHosts(lab: Lab, { pools }: PickHosts): Promise<PickedHosts> {
  const { picked, fault } = pick(await listHosts(lab), pools);
  if (fault !== null) throw new AppError('too-few-hosts', fault);
  return {
    pools: pools.map(({ label }, at) => ({
      label,
      hosts: (picked[at] ?? []).map(({ id, name }) => ({ hostId: id, name })),
    })),
  };
}
