import type { Bundle, BundleMetrics, BundlePoint, BundleRun } from '../../contract/bundle.ts';

export interface BundleFault {
  path: string;
  message: string;
}

/** Rounded parts may add up to slightly more than the whole. */
const PARTS_PERCENT_MAX = 102;

/** What the form alone does not forbid and cannot be true, or could mean two things. Empty: it can be imported. */
export function bundleFaults(bundle: Bundle): BundleFault[] {
  return [...nameFaults(bundle), ...bundle.runs.flatMap((run, index) => runFaults(run, `runs.${index}`))];
}

function nameFaults({ runs, comparison }: Bundle): BundleFault[] {
  const names = runs.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  const faults = twice < 0 ? [] : [{ path: `runs.${twice}.name`, message: `'${names[twice]}' names two runs` }];
  const compared = comparison ? [comparison.baseline, ...comparison.others] : [];
  const unknown = compared.find((name) => !names.includes(name));
  if (unknown !== undefined) faults.push({ path: 'comparison', message: `no run is named '${unknown}'` });
  if (new Set(compared).size < compared.length) faults.push({ path: 'comparison', message: 'names a run twice' });
  return faults;
}

function runFaults(run: BundleRun, path: string): BundleFault[] {
  const faults = run.points.flatMap((point, index) => pointFaults(point, run, `${path}.points.${index}`));
  const cpus = run.hardware?.server?.cpus;
  const highest = Math.max(-1, ...(run.tuning?.targetCpus?.match(/\d+/g) ?? []).map(Number));
  if (cpus !== undefined && highest >= cpus) {
    faults.push({ path: `${path}.tuning.targetCpus`, message: `names CPU ${highest} of a server with ${cpus} CPUs` });
  }
  return faults;
}

function pointFaults(point: BundlePoint, run: BundleRun, path: string): BundleFault[] {
  const faults: BundleFault[] = [];
  const wrong = (at: string, message: string) => faults.push({ path: `${path}.${at}`, message });
  const open = point.requestsPerSecondAsked !== undefined;
  if (open && point.pipelining !== undefined) wrong('pipelining', 'is of a closed loop, and this step asks for a rate');
  if (!open && point.arrivals !== undefined) wrong('arrivals', 'are of an open loop, and this step asks for no rate');
  const read = [point.bytesRead, point.readMegabytesPerSecond, point.readMebibytesPerSecond];
  if (stated(read) > 1) wrong('bytesRead', 'what was read is said in several units; keep one');
  if (point.bytesRead !== undefined && point.measuredSeconds === undefined) {
    wrong('bytesRead', 'is a rate only with measuredSeconds beside it');
  }
  const described = run.hardware?.clients?.length;
  if (described !== undefined && (point.clients?.length ?? 0) > described) {
    wrong('clients', `has metrics of ${point.clients?.length} clients, and hardware.clients describes ${described}`);
  }
  if (point.server) faults.push(...metricsFaults(point.server, `${path}.server`));
  for (const [i, client] of (point.clients ?? []).entries()) {
    faults.push(...metricsFaults(client, `${path}.clients.${i}`));
  }
  return faults;
}

function metricsFaults({ cpu, nic }: BundleMetrics, path: string): BundleFault[] {
  const { busyPercent, ...parts } = cpu ?? {};
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  const faults: BundleFault[] = [];
  if (sum > PARTS_PERCENT_MAX) {
    faults.push({ path: `${path}.cpu`, message: `its parts add up to ${Number(sum.toFixed(2))} %, more than 100 %` });
  }
  if (busyPercent !== undefined && Object.keys(parts).some((name) => name !== 'idlePercent')) {
    faults.push({ path: `${path}.cpu.busyPercent`, message: 'is for where the parts are not known; keep the parts' });
  }
  const received = [nic?.receivedBitsPerSecond, nic?.receivedMegabytesPerSecond, nic?.receivedMebibytesPerSecond];
  const sent = [nic?.sentBitsPerSecond, nic?.sentMegabytesPerSecond, nic?.sentMebibytesPerSecond];
  if (stated(received) > 1 || stated(sent) > 1) {
    faults.push({ path: `${path}.nic`, message: 'says one direction in several units; keep one' });
  }
  return faults;
}

const stated = (values: (number | undefined)[]): number => values.filter((value) => value !== undefined).length;
