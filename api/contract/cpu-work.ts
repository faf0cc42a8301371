/** What a CPU did: `busy` is all but idle, I/O wait and steal. */
export const CPU_WORK = ['busy', 'user', 'system', 'softirq', 'steal'] as const;
export type CpuWork = (typeof CPU_WORK)[number];

/** Columns of a CPU map: wider than this no screen shows them apart. */
export const MAX_MAP_COLUMNS = 1800;
/** The byte of a cell that was not read. */
export const NOT_READ = 255;
/** Bytes of a cell are half percents. */
export const BYTES_PER_PERCENT = 2;
