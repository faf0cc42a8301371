/** What may be chosen, in the order in which it is offered. It stands apart from the schemas, so that web can have it without zod. */

export const LOOPS = ['closed', 'open'] as const;
export const ARRIVALS = ['constant', 'poisson'] as const;
export const PROFILE_KINDS = ['cpu', 'block', 'mutex', 'heap', 'goroutine'] as const;
/** Percentiles that may bound a ceiling search. */
export const SEARCH_PERCENTILES = ['p50', 'p90', 'p99', 'p99_9'] as const;
export const FRAMEWORK_NAMES = ['fiber', 'fasthttp', 'nethttp'] as const;

/** Services whose work moves what was tuned, or comes at the wrong moment. */
export const STOPPABLE_SERVICES = ['irqbalance', 'cron', 'crond', 'tuned', 'thermald'] as const;
/** One to one: the first queue to the first CPU, and so on, starting over. All: every queue to all of them. */
export const SPREADS = ['one-to-one', 'all'] as const;
export const CPU_GOVERNORS = ['performance', 'powersave', 'schedutil', 'ondemand', 'conservative'] as const;
export const HUGE_PAGES = ['always', 'madvise', 'never'] as const;

/** Each may do what the one before may: look; run and share; manage people, tokens and hosts. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
