/** What may be chosen, in the order in which it is offered. It stands apart from the schemas, so that web can have it without zod. */

export const LOOPS = ['closed', 'open'] as const;
export const ARRIVALS = ['constant', 'poisson'] as const;
export const PROFILE_KINDS = ['cpu', 'block', 'mutex', 'heap', 'goroutine', 'on-cpu'] as const;
/** Percentiles that may bound a ceiling search. */
export const SEARCH_PERCENTILES = ['p50', 'p90', 'p99', 'p99_9'] as const;
/** What a host does in a run. A backend host runs the services that the target on another host asks. */
export const HOST_ROLES = ['server', 'client', 'backend'] as const;
export type HostRole = (typeof HOST_ROLES)[number];
/** Whether a host takes runs. */
export const AVAILABILITIES = ['open', 'cordoned', 'draining'] as const;
export const FRAMEWORK_NAMES = ['fiber', 'fasthttp', 'nethttp'] as const;

/** Of the file that an export in each format is. */
export const EXPORT_MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  markdown: 'text/markdown',
  script: 'application/x-sh',
} as const;

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Of the values of a variable. */
export const SAMPLE_ORDERS = ['in turn', 'at random'] as const;
export const PROTOCOLS = ['http/1.1', 'h2'] as const;
/** Host: by an authority that the client trusts, and by its name. Any: not at all. */
export const TLS_VERIFICATIONS = ['host', 'any'] as const;

/**
 * What an agent may be too old for. `target-tls`: it starts targets that speak TLS, and looks after them by https.
 * `target-backends`: it starts the services that a reference target asks. `backend-host`: it starts them for a target on
 * another host, and has its own targets ask those of another. `target-revisions`: it builds commits of a target that has a
 * source, and lists them.
 */
export const AGENT_SKILLS = ['target-tls', 'preflight', 'target-backends', 'backend-host', 'target-revisions'] as const;
export type AgentSkill = (typeof AGENT_SKILLS)[number];

/** Services that change tuned values, or run at the wrong moment. */
export const STOPPABLE_SERVICES = ['irqbalance', 'cron', 'crond', 'tuned', 'thermald'] as const;
/** One to one: the first queue to the first CPU, and so on, starting over. All: every queue to all of them. */
export const SPREADS = ['one-to-one', 'all'] as const;
export const CPU_GOVERNORS = ['performance', 'powersave', 'schedutil', 'ondemand', 'conservative'] as const;
export const HUGE_PAGES = ['always', 'madvise', 'never'] as const;

/** Each may do what the one before may: look; run and share; manage people, tokens and hosts. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;

/** What a run is sorted by, by its kind; `first` is the direction that people look for first. */
export const RUN_SORTS = {
  created: { kind: 'time', first: 'desc' },
  name: { kind: 'name', first: 'asc' },
  // Figures of its best point, each in a column of the table of runs: `bestRequestsPerSecond`.
  requestsPerSecond: { kind: 'figure', first: 'desc' },
  latencyMsP99: { kind: 'figure', first: 'asc' },
  serverCpuUsPerRequest: { kind: 'figure', first: 'asc' },
  // Requests in flight at most in its best step: connections × pipelining. An open loop has no such bound.
  inFlight: { kind: 'load', first: 'asc' },
  duration: { kind: 'duration', first: 'desc' },
} as const satisfies Record<string, { kind: SortKind; first: Direction }>;

export type SortKind = 'time' | 'name' | 'figure' | 'load' | 'duration';
export type RunSort = keyof typeof RUN_SORTS;
export type FigureSort = { [S in RunSort]: (typeof RUN_SORTS)[S]['kind'] extends 'figure' ? S : never }[RunSort];

/** A run in one of these is over. */
export const ENDED_STATES = ['finished', 'failed', 'canceled'] as const;
/** Whether a figure may be believed, the best first. */
export const VALIDITIES = ['valid', 'unchecked', 'suspect', 'invalid'] as const;

/** How a run stands against the baseline of its group, the gravest first. */
export const HELD_WORDS = ['worse', 'better', 'unclear', 'not-comparable'] as const;

/** How the list of runs is shown: line by line, by target and requests, or throughput against p99. */
export const RUN_PICTURES = ['list', 'groups', 'scatter'] as const;

/** What can be found by its name, in the order in which it is offered. */
export const FOUND_KINDS = ['view', 'run', 'experiment', 'host', 'share'] as const;

/** What the percentiles of a tool mean: never compared across. */
export const LATENCY_KINDS = ['closed', 'synthetic', 'open'] as const;

export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const isFigureSort = (sort: string): sort is FigureSort =>
  sort in RUN_SORTS && RUN_SORTS[sort as RunSort].kind === 'figure';

/** `failed`: nothing of it is left, and it says why. Until then it may cost money. */
export const LAUNCH_STATES = ['requested', 'launching', 'joining', 'ready', 'releasing', 'released', 'failed'] as const;
export const MARKETS = ['on-demand', 'spot'] as const;
/** Whose newest image can be asked for by name. */
export const LAUNCH_SYSTEMS = ['amazon-linux-2023', 'debian-13'] as const;

/** The form of what a webhook is sent: as the standard says, or as those programs read it. */
export const WEBHOOK_TEMPLATES = ['standard', 'slack', 'mattermost'] as const;
export type WebhookTemplate = (typeof WEBHOOK_TEMPLATES)[number];
