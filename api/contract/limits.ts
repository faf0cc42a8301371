/** Bounds and forms that rules and web reckon with too. They stand apart from the schemas, so that web can have them without zod. */

/** CPUs of a host: the most that Linux can be built for (CONFIG_NR_CPUS). */
export const MAX_CPUS = 8192;

/** CPUs in words that the agent resolves on its host. */
export const CPU_WORDS = /^(all|nic-local|not target|(last|first) [1-9]\d{0,3})$/;
/** CPUs as people and the kernel write them: `0-15,32`. */
export const CPU_LIST = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/;

/** What tears a line apart or turns it round: control characters, separators of lines, and marks of direction. */
export const BREAKS_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
export const isOneLine = (text: string): boolean => !BREAKS_A_LINE.test(text);
export const ONE_LINE = 'must be one line without control characters';
/** A token of RFC 9110: what a header may be called. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What RFC 9110 lets a value hold, without the bytes beyond ASCII that it calls obsolete: no space or tab at its ends. */
export const HEADER_VALUE = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/;
export const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
/** Its name in the configuration file of a host. */
export const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** A host name that TLS can be asked for, never an address. */
export const SERVER_NAME =
  /^(?=.{1,253}$)(?!\d+(?:\.\d+){3}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** What the command line is handed out for. */
export const COMMAND_LINE_PLATFORMS = ['linux-amd64', 'linux-arm64', 'darwin-amd64', 'darwin-arm64'] as const;
export type CommandLinePlatform = (typeof COMMAND_LINE_PLATFORMS)[number];

/** The least and the most, both allowed. */
export type Bounds = readonly [low: number, high: number];

export const SPEC_VERSION = 5;
export const MAX_CLIENTS = 32;
export const MAX_STEPS = 50;
export const MAX_REQUESTS = 20;
export const MAX_PATH_CHARACTERS = 2000;
export const MAX_HEADERS = 50;
export const MAX_HEADER_NAME_CHARACTERS = 200;
export const MAX_HEADER_VALUE_CHARACTERS = 8192;
/** Of a body that stands in the spec itself; a larger one is a file. */
export const MAX_INLINE_BODY_BYTES = 64 * 1024;
export const MAX_BODY_FILE_BYTES = 8 * 1024 * 1024;
export const MAX_FILE_NAME_CHARACTERS = 200;
export const MAX_CONTAINS_CHARACTERS = 1000;
export const EXPECTED_STATUS: Bounds = [100, 599];
/** Of texts that variables are filled into, after their longest values. Servers take no longer line. */
export const MAX_FILLED_LINE_BYTES = 8192;
export const MAX_VARIABLES = 20;
export const MAX_SAMPLE_VALUES = 1000;
export const MAX_SAMPLE_CHARACTERS = 1000;
/** What JSON of any language keeps exactly. */
export const VARIABLE_NUMBER: Bounds = [0, Number.MAX_SAFE_INTEGER];
/** Of a draw, such as the order of an experiment's rounds: 32 bits. */
export const SEED: Bounds = [0, 4_294_967_295];
export const MAX_RUN_NAME_CHARACTERS = 120;
/** The whole name of a commit, in SHA-1 or SHA-256. */
export const COMMIT_SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Commits of a branch that are offered. */
export const MAX_REVISIONS = 200;
export const MAX_SUBJECT_CHARACTERS = 200;
/** Of what a run says was measured, such as a commit or a release. */
export const MAX_REVISION_LABEL_CHARACTERS = 100;
/** Of a person, a host, an API token. */
export const MAX_NAME_CHARACTERS = 80;
/** Of the name of a group of runs; a longer one is cut. */
export const MAX_GROUP_CHARACTERS = 300;
/** What a list of runs is searched for. */
export const MAX_SEARCH_CHARACTERS = 200;
/** Runs that one person has as favourites. */
export const MAX_FAVOURITES = 1000;
/** Of the name of a saved view. */
export const MAX_VIEW_NAME_CHARACTERS = 60;
/** Of the address that a saved view keeps. */
export const MAX_VIEW_QUERY_CHARACTERS = 12_000;
/** Views that one person saves. */
export const MAX_OWN_VIEWS = 50;
/** Views that are shared with everybody, of all people together. */
export const MAX_SHARED_VIEWS = 200;
/** Runs that one picture of the list places; the newest of more. */
export const MAX_RUN_POINTS = 5000;
export const SAMPLES_PER_SECOND: Bounds = [1, 10];
export const PORT: Bounds = [1, 65_535];
export const REQUEST_WEIGHT: Bounds = [1, 1000];
/** Of a named target, as agents take them. */
export const MAX_PARAMETERS = 20;
/** Of the reference server. */
export const TARGET_WORKERS: Bounds = [1, 1024];

/** Of the services that it asks. */
export const POOL_SIZE: Bounds = [1, 1000];
/** Of all workers, each with a pool of its own. */
export const MAX_DATABASE_CONNECTIONS = TARGET_WORKERS[1] * POOL_SIZE[1];
/** Two passwords, sealed, are some 200. */
export const MAX_SEALED_CHARACTERS = 4096;
export const WRITE_BATCH: Bounds = [1, 1000];
export const DOWNSTREAM_LIMITS = {
  timeoutMs: [1, 60_000],
  retries: [0, 10],
  failPercent: [0, 100],
  delayMs: [0, 60_000],
} satisfies Record<string, Bounds>;

export const LOAD_LIMITS = {
  connections: [1, 1_000_000],
  pipelining: [1, 1000],
  requestsPerSecond: [1, 100_000_000],
  durationSeconds: [1, 3600],
  toolWorkers: [1, 1024],
  warmupSeconds: [0, 600],
  pauseSeconds: [0, 600],
  requestsPerConnection: [1, 1_000_000],
} as const satisfies Record<string, Bounds>;

/** Upper limit of a ceiling search, in connections or requests per second; the contract has no other. */
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

export const MAX_HOST_LABELS = 16;
export const MAX_HOST_LABEL_CHARACTERS = 40;
export const HOST_LABEL = new RegExp(`^[a-z0-9][a-z0-9._-]{0,${MAX_HOST_LABEL_CHARACTERS - 1}}$`);
export const MAX_CLOSED_WHY_CHARACTERS = 200;
export const MAX_ANNOTATIONS = 50;
export const MAX_ANNOTATION_CHARACTERS = 200;

/** Runs that are compared with each other. */
export const MAX_COMPARED_RUNS = 8;

export const MAX_VARIANTS = 5;
export const EXPERIMENT_ROUNDS: Bounds = [2, 60];
export const MAX_QUESTION_CHARACTERS = 300;
export const MAX_HYPOTHESIS_CHARACTERS = 2000;
export const MAX_CONFIGURATION_NAME_CHARACTERS = 80;
export const MAX_MARGIN_PERCENT = 50;
/** Of one instance. */
export const MAX_BENCHMARKS = 200;
/** Of one benchmark, in its history: the newest ones. */
export const MAX_HISTORY_POINTS = 1000;
/** Why somebody does with an alert what they do. */
export const MAX_ALERT_REASON_CHARACTERS = 1000;
/** Commits between two revisions that a search goes through, with both. */
export const MAX_BISECTED_REVISIONS = 1000;
export const BISECTION_ROUNDS: Bounds = [3, 60];
/** Of a commit's first experiment and of its last, unless asked otherwise. */
export const BISECTION_USUAL_ROUNDS = { first: 4, most: 32 };
/** Of one list: the last changed ones. */
export const MAX_ALERTS = 500;
/** Each metric of each step. */
export const MAX_HISTORY_SERIES = 5 * MAX_STEPS;
/** Of a schedule, in its list and kept: the newest ones. */
export const MAX_OCCURRENCES_SHOWN = 100;
export const MAX_OCCURRENCES_KEPT = 1000;
export const MAX_CRON_CHARACTERS = 100;
export const MAX_TIME_ZONE_CHARACTERS = 64;
export const WINDOW_MINUTES: Bounds = [5, 10_080];
/** Of one experiment. */
export const MAX_CONDITIONS = 10;
export const MAX_CONDITION_CHARACTERS = 120;
export const MAX_FINDING_CHARACTERS = 20_000;

export const PASSWORD_CHARACTERS: Bounds = [10, 128];

/** Addresses of one name that are kept. */
export const MAX_RESOLVED = 32;

/**
 * Of the origin of a target without an agent: one way to write each. Names and IPv4 addresses are in lower case, IPv6 addresses in
 * brackets, which a shared document may have left out, and the port that the scheme has anyway is not written.
 */
export const ORIGIN = {
  characters: 300,
  pattern: /^https?:\/\/(?:[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-z:.-]+\])(?::[1-9][0-9]{0,4})?$/,
} as const;
/** Frames of a flame graph; the smallest of more are summed up. */
export const MAX_FLAME_FRAMES = 50_000;

/** Of hardware that is launched in Amazon EC2. */
export const LAUNCH_LIMITS = {
  clients: [1, MAX_CLIENTS],
  ttlMinutes: [10, 2880],
  plannedMinutes: [1, 2880],
  keepMinutes: [0, 720],
  budgetMicroUsd: [10_000, 100_000_000_000],
  mostInstances: [1, 1000],
  mostMicroUsdPerHour: [10_000, 100_000_000_000],
} as const satisfies Record<string, Bounds>;
export const MAX_SUBNETS = 20;
export const INSTANCE_TYPE_NAME = /^[a-z0-9-]{1,24}\.[a-z0-9-]{1,15}$/;
export const REGION_NAME = /^[a-z]{2,4}(-[a-z]{2,12}){1,3}-\d{1,2}$/;
export const ZONE_NAME = /^[a-z]{2,4}(-[a-z0-9]{1,12}){2,6}$/;
export const SUBNET_ID = /^subnet-[0-9a-f]{8,17}$/;
export const SECURITY_GROUP_ID = /^sg-[0-9a-f]{8,17}$/;
export const AMI_ID = /^ami-[0-9a-f]{8,17}$/;

/** Days for which samples may be kept, the least and the most. */
export const RETENTION_DAYS = [1, 3650] as const;

/** Of one instance. */
export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_URL_CHARACTERS = 2000;
export const MAX_WEBHOOK_DESCRIPTION_CHARACTERS = 200;
/** Of what is sent, below the 20 kB that Standard Webhooks advises. */
export const MAX_TOLD_CHARACTERS = 2000;
/** Of an answer, in the log. */
export const MAX_REPLY_CHARACTERS = 1024;
/** Of one delivery, in the log. */
export const MAX_ATTEMPTS_KEPT = 20;
/** Deliveries of one webhook that are listed, the newest ones. */
export const MAX_DELIVERIES_SHOWN = 100;

/** Counting stops here, as the page of the storage waits for it. */
export const FILES_COUNTED_MOST = 10_000;
