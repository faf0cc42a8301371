/** Bounds and forms that rules and web reckon with too. They stand apart from the schemas, so that web can have them without zod. */

/** CPUs of a host: the most that Linux can be built for (CONFIG_NR_CPUS). */
export const MAX_CPUS = 8192;

/** CPUs in words that the agent resolves on its host. */
export const CPU_WORDS = /^(all|nic-local|not target|(last|first) [1-9]\d{0,3})$/;
/** CPUs as people and the kernel write them: `0-15,32`. */
export const CPU_LIST = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/;

/** The least and the most, both allowed. */
export type Bounds = readonly [low: number, high: number];

export const SPEC_VERSION = 4;
export const MAX_CLIENTS = 32;
export const MAX_STEPS = 50;
export const MAX_REQUESTS = 20;
export const MAX_PATH_CHARACTERS = 2000;
export const MAX_RUN_NAME_CHARACTERS = 120;
/** Of a person, a host, an API token. */
export const MAX_NAME_CHARACTERS = 80;
/** What a list of runs is searched for. */
export const MAX_SEARCH_CHARACTERS = 200;
export const SAMPLES_PER_SECOND: Bounds = [1, 10];
export const PORT: Bounds = [1, 65_535];
export const REQUEST_WEIGHT: Bounds = [1, 1000];
/** Of the reference server. */
export const TARGET_WORKERS: Bounds = [1, 1024];

export const LOAD_LIMITS = {
  connections: [1, 1_000_000],
  pipelining: [1, 1000],
  requestsPerSecond: [1, 100_000_000],
  durationSeconds: [1, 3600],
  toolWorkers: [1, 1024],
  warmupSeconds: [0, 600],
  pauseSeconds: [0, 600],
} as const satisfies Record<string, Bounds>;

/** What a ceiling search may go up to, of connections or requests per second; the contract knows no other bound of it. */
export const SEARCH_LIMITS = {
  most: [2, 100_000_000],
  growth: [1.1, 10],
  precision: [0.01, 1],
  mostMs: [0, 600_000],
} as const satisfies Record<string, Bounds>;

/** By the field of `HostTuning`. */
export const TUNING_LIMITS = {
  nicQueues: [1, 1024],
  'flowSteering.entries': [0, 4_194_304],
  mtuBytes: [576, 65_535],
  'interruptCoalescing.rxUs': [0, 1_000_000],
  'interruptCoalescing.txUs': [0, 1_000_000],
  'interruptCoalescing.rxFrames': [0, 65_535],
  'interruptCoalescing.txFrames': [0, 65_535],
  'busyPolling.pollUs': [0, 10_000],
  'busyPolling.readUs': [0, 10_000],
  openFilesLimit: [1024, 1_073_741_816],
} as const satisfies Record<string, Bounds>;
export const MAX_SYSCTLS = 100;
export const NIC_NAME = /^[^/:\s]{1,15}$/;

/** Bound all files of one import together, before and after they are unpacked. */
export const IMPORT_BYTES_MAX = 8 * 1024 * 1024;
export const IMPORT_UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
export const MAX_IMPORTED_FILES = 20;
export const MAX_IMPORT_SOURCE_CHARACTERS = 500;

export const MAX_TAGS = 20;
export const MAX_TAG_CHARACTERS = 40;
export const MAX_NOTES_CHARACTERS = 10_000;

/** Runs that are compared with each other. */
export const MAX_COMPARED_RUNS = 8;

export const MAX_VARIANTS = 5;
export const EXPERIMENT_ROUNDS: Bounds = [2, 60];
export const EXPERIMENT_SEED: Bounds = [0, 4_294_967_295];
export const MAX_QUESTION_CHARACTERS = 300;
export const MAX_HYPOTHESIS_CHARACTERS = 2000;
export const MAX_CONFIGURATION_NAME_CHARACTERS = 80;
export const MAX_MARGIN_PERCENT = 50;
export const MAX_FINDING_CHARACTERS = 20_000;

export const PASSWORD_CHARACTERS: Bounds = [10, 128];
