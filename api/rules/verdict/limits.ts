import type { Run } from '../../contract/run.ts';
import { databaseLimits } from './backend/database-cpu.ts';
import type { Limit } from './limit.ts';
import { cpuLimits } from './limits-of-cpus.ts';
import { networkLimits } from './limits-of-network.ts';
import { evidenceOf, type MeasuredStep } from './measured-step.ts';

/** Everything that was full in a step: of clients, of the server, of the network. */
export function limitsOf(step: MeasuredStep, run: Run): Limit[] {
  const { clients, server } = evidenceOf(step);
  const sides = [...clients, ...(server ? [server] : [])];
  return [
    ...onceEach(sides.flatMap((side) => [...cpuLimits(side, step, run), ...networkLimits(side, sides, step)])),
    ...databaseLimits(step),
  ];
}

/** A host with CPUs held by others is named once, also when it has both sides or several clients. */
function onceEach(limits: Limit[]): Limit[] {
  const isFirst = ({ told }: Limit, at: number) => limits.findIndex((one) => one.told === told) === at;
  return limits.filter((one, at) => one.wall !== 'competing-load' || isFirst(one, at));
}
