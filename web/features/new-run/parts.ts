export type PartName =
  | 'hosts'
  | 'target'
  | 'requests'
  | 'backends'
  | 'load'
  | 'tuning'
  | 'workers'
  | 'cpus'
  | 'tool'
  | 'profiling';

const OWNERS: [RegExp, PartName][] = [
  [/^(serverHostId|clientHostIds|address|launch(\..*)?|hardware)$/, 'hosts'],
  [/^target\.(workers|port|pick)$/, 'workers'],
  [/^target\.(database|cache|downstream)\b/, 'backends'],
  [/^(target|backendHostId|backendAddress)\b/, 'target'],
  [/^(requests|variables|seed)\b/, 'requests'],
  [/^steps\.\d+\.profile/, 'profiling'],
  [/^(steps|search|loop|warmupSeconds|pauseSeconds)\b/, 'load'],
  [/^(targetCpus|toolCpus)$/, 'cpus'],
  [/^tuning\b/, 'tuning'],
  [/^(tool|toolWorkers|decompress|samplesPerSecond|transport)\b/, 'tool'],
];

/** The part of the form that has a field of the draft; null: it stands outside of them, as the name does. */
export const partOf = (field: string): PartName | null => OWNERS.find(([pattern]) => pattern.test(field))?.[1] ?? null;
