/** Bounds that rules and forms reckon with too. They stand apart from the schemas, so that web can have them without zod. */

/** CPUs of a host: the most that Linux can be built for (CONFIG_NR_CPUS). */
export const MAX_CPUS = 8192;
