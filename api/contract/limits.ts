/** Bounds and forms that rules and web reckon with too. They stand apart from the schemas, so that web can have them without zod. */

/** CPUs of a host: the most that Linux can be built for (CONFIG_NR_CPUS). */
export const MAX_CPUS = 8192;

/** CPUs in words that the agent resolves on its host. */
export const CPU_WORDS = /^(all|nic-local|not target|(last|first) [1-9]\d{0,3})$/;
/** CPUs as people and the kernel write them: `0-15,32`. */
export const CPU_LIST = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/;
