import type { LaunchPrice, LaunchSpec } from '../../contract/launch.ts';
import type { LaunchMachine, MachinePlace } from './launch-machine.ts';

/** AWS bills Linux instances by the second, and a minute at least. */
const BILLED_LEAST_US = 60e6;
const HOUR_US = 3600e6;

/** What the launch has cost so far; null where a price is not known. */
export function costSoFar(
  machine: Pick<LaunchMachine, 'places' | 'microUsdPerHour' | 'spentMicroUsd'>,
  nowUs: number,
): number | null {
  const { microUsdPerHour } = machine;
  if (microUsdPerHour === null) return null;
  let sum = machine.spentMicroUsd;
  for (const place of machine.places) sum += costOfPlace(place, microUsdPerHour, nowUs);
  return Math.round(sum);
}

/** AWS has given an instance, and has not ended it. */
export const isThere = ({ instanceId, endedAtUs }: Pick<MachinePlace, 'instanceId' | 'endedAtUs'>): boolean =>
  instanceId !== null && endedAtUs === null;

/** Of these hosts of it; null where a price is not known. */
export function hourlyOf(
  { microUsdPerHour }: Pick<LaunchMachine, 'microUsdPerHour'>,
  places: Pick<MachinePlace, 'instanceType'>[],
): number | null {
  if (microUsdPerHour === null) return null;
  return places.reduce((sum, { instanceType }) => sum + (microUsdPerHour[instanceType] ?? 0), 0);
}

export function costOfPlace(
  { instanceType, launchedAtUs, endedAtUs }: MachinePlace,
  microUsdPerHour: Record<string, number>,
  nowUs: number,
): number {
  if (launchedAtUs === null) return 0;
  const billedUs = Math.max(BILLED_LEAST_US, (endedAtUs ?? nowUs) - launchedAtUs);
  return (billedUs / HOUR_US) * (microUsdPerHour[instanceType] ?? 0);
}

/** Its instance types, each with how many there are. */
export function typesOf({ server, clients }: Pick<LaunchSpec, 'server' | 'clients'>): Map<string, number> {
  const types = new Map<string, number>();
  if (server) types.set(server.instanceType, 1);
  if (clients) types.set(clients.instanceType, (types.get(clients.instanceType) ?? 0) + clients.count);
  return types;
}

/** Null where AWS did not tell the price of one of its types. */
export function priceOf(
  spec: LaunchSpec,
  plannedMinutes: number,
  microUsdPerHour: ReadonlyMap<string, number>,
  atUs: number,
): LaunchPrice | null {
  const types: LaunchPrice['types'] = [];
  for (const [instanceType, count] of typesOf(spec)) {
    const one = microUsdPerHour.get(instanceType);
    if (one === undefined) return null;
    types.push({ instanceType, count, microUsdPerHour: Math.round(one * count) });
  }
  const hourly = types.reduce((sum, type) => sum + type.microUsdPerHour, 0);
  return {
    types,
    microUsdPerHour: hourly,
    plannedMicroUsd: Math.round((hourly * Math.min(plannedMinutes, spec.ttlMinutes)) / 60),
    mostMicroUsd: Math.round((hourly * spec.ttlMinutes) / 60),
    atUs,
  };
}

/** What hosts can cost: those of the whole TTL, or the budget where that is less. */
export const mostOf = (
  { mostMicroUsd }: Pick<LaunchPrice, 'mostMicroUsd'>,
  { budgetMicroUsd }: Pick<LaunchSpec, 'budgetMicroUsd'>,
): number => (budgetMicroUsd === null ? mostMicroUsd : Math.min(mostMicroUsd, budgetMicroUsd));

const LEAST_SHOWN_USD = 0.0001;

/** '$1.70', '$0.004', 'less than $0.0001': two digits after the point, or up to four to show something. */
export function formatUsd(microUsd: number): string {
  const usd = microUsd / 1e6;
  if (usd > 0 && usd < LEAST_SHOWN_USD) return `less than $${LEAST_SHOWN_USD}`;
  const digits = usd === 0 || usd >= 0.01 ? 2 : 4;
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: digits === 2 ? 2 : 1, maximumFractionDigits: digits })}`;
}
