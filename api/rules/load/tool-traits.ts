import type { ToolName } from '../../contract/load.ts';

/** What a load generator does that decides what its figures mean. */
interface ToolTraits {
  /**
   * Whether a rate is kept. `always`: latency counts from when a request was due. `unsaid`: it can keep one, and its output does not
   * say that it did.
   */
  keepsRate?: 'always' | 'unsaid';
  /** Under a rate it times each request from when it was sent, not from when it was due. */
  timesFromSending?: true;
  /** Its percentiles are of times that it computed, where a source does not say otherwise. */
  computesLatency?: true;
  /** It cuts latencies off to whole units of this many ms. */
  cutsLatencyToMs?: number;
  /** It runs as one process with a thread for each CPU; nobody can choose how many. */
  choosesWorkers?: true;
  /**
   * Its workers are single threads that do all of the work. Of others no sum tells whether the workers are full: autocannon's main
   * thread and its collectors of garbage, and vegeta's report, use CPU time beside them.
   */
  worksInOneThreadEach?: true;
  /** It leaves a connection closed that could not be made. */
  givesUpConnecting?: true;
  /** It drops what nothing is free for, and times what it sends from its sending: what waited is in no latency. */
  dropsWhatIsDue?: true;
  /** It runs a script, which may sleep. The scripts that runs here are driven by never do. */
  runsScript?: true;
}

/** Tools that are not run here, whose results are imported. */
type ImportedTool = 'bombardier' | 'fortio' | 'h2load' | 'hey';

const TRAITS: Record<ToolName | ImportedTool, ToolTraits> = {
  volley: { worksInOneThreadEach: true },
  autocannon: { keepsRate: 'unsaid', timesFromSending: true, cutsLatencyToMs: 1 },
  wrk: { computesLatency: true, worksInOneThreadEach: true, givesUpConnecting: true },
  vegeta: { keepsRate: 'always' },
  oha: { keepsRate: 'unsaid', timesFromSending: true, choosesWorkers: true },
  wrk2: { keepsRate: 'always', worksInOneThreadEach: true, givesUpConnecting: true },
  k6: { timesFromSending: true, choosesWorkers: true, dropsWhatIsDue: true, runsScript: true },
  bombardier: { timesFromSending: true },
  fortio: { timesFromSending: true },
  h2load: { worksInOneThreadEach: true },
  hey: { timesFromSending: true },
};

const UNKNOWN: ToolTraits = {};

/** None for a tool that is not known. Imports name tools as people write them. */
export function traitsOf(tool: string | null | undefined): ToolTraits {
  const name = tool?.toLowerCase() ?? '';
  return Object.hasOwn(TRAITS, name) ? TRAITS[name as keyof typeof TRAITS] : UNKNOWN;
}
