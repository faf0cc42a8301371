/** Thresholds of verdicts, each with its reason. Shares are from 0 to 1. docs/verdicts.md names them for readers. */

/* Whether a figure is possible: Little's law */

/** Implied over possible requests in flight. A mean is of requests, throughput of a time: at the edges of a step they part by some percent, never by 15. */
export const IN_FLIGHT_IMPOSSIBLE = 1.15;
/**
 * The same by the median alone, which may lie above the mean: skewed latencies give a little over what is possible,
 * hardly half as much again.
 */
export const IN_FLIGHT_DOUBTFUL = 1.5;
/**
 * Share of the possible requests in flight, by the mean. Below it, most connections waited for the tool and not for the
 * server, or the latency does not cover all requests.
 */
export const IN_FLIGHT_LOW = 0.5;
/** The mean of values that are never negative is at least this much of their median. */
export const MEAN_OVER_MEDIAN_LEAST = 0.5;

/* Of the load */

/**
 * Share of the rate asked for. Above it the last second was cut off; below it a queue grows for as long as the load
 * lasts.
 */
export const RATE_MET_LEAST = 0.95;
/**
 * Share of the rate asked for. More than the edges of a step and the chance of random arrivals explain was not asked for: the tool sent
 * faster, or counts more than it sent.
 */
export const RATE_MET_MOST = 1.05;
/** Requests that take the rate longer than this to answer are a queue; less comes and goes with any stall. */
export const QUEUE_SECONDS = 0.05;
/** Where nothing counts what waits: half of the requests waited for as long as a queue, or their server takes that long. */
export const QUEUE_MEDIAN_MS = 100;
/** Share of all requests. Up to here the figures are those of the answers. */
export const ERRORS_DOUBTFUL = 0.001;
/** Share of all requests. Failing is often cheaper, or much slower, than answering, and the figures mix both. */
export const ERRORS_INVALID = 0.01;
/** Share of the connections asked for. A few are between closing and opening again when they are counted. */
export const CONNECTIONS_LEAST = 0.98;
/** Seconds measured. Below it the start, a collection of garbage and the machine's other timers weigh too much. */
export const SECONDS_LEAST = 5;
/**
 * Share of a step that several clients had in common. With less, much of what they drove was not the load asked for.
 */
export const IN_COMMON_LEAST = 0.9;
/** Share of a step without samples. A shorter hole leaves the means over the step what they are. */
export const SAMPLES_MISSING_DOUBTFUL = 0.1;
/** Workers of the tool, divided by those at a smaller load. */
export const WORKERS_FEWER = 0.5;

/* Whether a step was steady */

/** Seconds with a count of their own. With fewer, chance makes a trend of anything. */
export const STEADY_SECONDS_LEAST = 10;
/** Share of the median second. Smaller changes of a step are within what repeated steps differ by. */
export const STEADY_CHANGE = 0.1;
/** How often chance alone may say so: a run has many steps, so it is stricter than the usual twentieth. */
export const STEADY_CHANCE = 0.01;
/**
 * Multiple of the mean variation that a change leaves unexplained. A change this large is plain even if seconds are
 * correlated.
 */
export const STEADY_PLAIN = 4;
/**
 * A series is merged into at most this many blocks, so that long series cost no more; neighbouring seconds then count
 * as one.
 */
export const STEADY_BLOCKS_MOST = 60;

/** Answers in the usual second. With fewer at random times, chance makes a second without one. */
export const STALL_REQUESTS_LEAST = 20;
/** Usual latency. From a second on, all requests may be on their way for a whole one. */
export const STALL_LATENCY_MOST_MS = 1000;
/** A stall across two seconds. Shorter ones are within what a busy host does to throughput. */
export const STALL_SECONDS_LEAST = 0.9;
/** What two seconds lack, divided by the slowest latency. With less, that request alone waited. */
export const STALL_LACKING = 0.8;

/* What else went on */

/**
 * Share of a host's CPUs that processes of neither side used. A tool or target that lacks a twentieth shows it in its
 * figure.
 */
export const COMPETING_SHARE = 0.05;
/** CPUs. A process that used less explains nothing, and is not named. */
export const CULPRIT_LEAST_CPUS = 0.05;
/** Share of CPU time that the hypervisor took. */
export const STEAL_SHARE = 0.02;
/** Share of TCP segments. A clean network has next to none; one in a thousand shows in the p99. */
export const RETRANSMITTED_SHARE = 0.001;
/** A second: softirq stopped with packets left. Some happen on any loaded host, and lose nothing. */
export const SQUEEZES_PER_SECOND = 10;

/* What counts as full */

/**
 * Share of the CPUs allowed. Above it there is always a queue: waiting grows faster than throughput, and scheduling
 * leaves the rest.
 */
export const CPU_FULL = 0.85;
/**
 * Share of the time in which threads could have run. Switching to a thread that woke up takes some percent of short turns, also on CPUs
 * that idle; a tenth is a queue.
 */
export const WAITED_SHARE = 0.1;
/** Threads that waited on average: many CPUs hide long waits behind a small share. */
export const HARDLY_WAITED_THREADS = 0.1;
/** Share of a step. Less of waiting for memory or I/O is what any machine has. */
export const PRESSURE_TOLD = 0.01;
/** Share of a threshold from which on nearly full may be full, as shares of CPU time are off by some percent. */
export const NEARLY = 0.9;
/**
 * Share of the CPUs of both sides that a side has to have used to be what filled them: as much may be missing of full
 * CPUs.
 */
export const SHARED_PART_LEAST = 0.15;
/**
 * Share of the CPUs of both sides. The kernel's own threads, processes that end between two readings, and windows that differ
 * may leave as much unnamed on a small machine. A limit that depends on no more than this is the likely one.
 */
export const UNNAMED_USUAL = 0.1;
/** Share of the use of saturated CPUs. From half on, the database saturated them, and not the target beside it. */
export const DATABASE_PART_LEAST = 0.5;
/** Share of the CPUs. Readings of one time that are further apart contradict each other, and neither is believed. */
export const CONTRADICTION = 0.1;
/** Share of one CPU, by one thread or in all. One alone shares with none, so it can be used nearly up. */
export const CORE_FULL = 0.95;
/** Share of the periods of a control group's CPU limit. In half of them it ran out: the work wanted more than it may use. */
export const QUOTA_HELD = 0.5;
/** Share of one CPU's time in softirq from which on it mainly serves the network. */
export const SOFTIRQ_MAINLY = 0.5;
/**
 * Share of a NIC's ceiling, in one direction, counted as on the wire less preambles and gaps. Bursts reach the ceiling
 * before the mean does.
 */
export const NIC_FULL = 0.85;
/**
 * Shares of the packets that a cloud's limits delayed or dropped. Bursts of some microseconds touch the limits of any load: under a
 * thousandth they are a note, from a hundredth on they are felt by every second answer of some packets.
 */
export const ALLOWANCE_LIKELY = 0.001;
export const ALLOWANCE_FULL = 0.01;
/** Share of requests × time: with half of the requests in flight blocked, the locks decide, not the work. */
export const BLOCKED_SHARE = 0.5;
/** A load with more in flight gave that much more. Single steps of one load differ by some percent. */
export const MORE_IN_FLIGHT_GAIN = 0.1;

/* Of the services behind a target */

/** Share of a pool's connections × time. Above it requests queue for the connections, as they come in bursts. */
export const POOL_FULL = 0.85;
/** Requests that wait for a connection, for each connection in use. With fewer, most requests got one nearly at once. */
export const POOL_QUEUE_LEAST = 1;
/**
 * Share of the connections in use that the totals of held time explain. A connection that is held longer than the step
 * is in no total; below this share, the momentary readings count instead.
 */
export const HELD_COUNTED_LEAST = 0.5;
/** Share of the time. PostgreSQL flushes its WAL one fsync at a time; the rest is what it takes to start the next. */
export const WAL_FULL = 0.8;
/** Share of the time. Below, who waits for the WAL waits for something else of it than its flushes: its writes, or its locks. */
export const WAL_FSYNC_LEAST = 0.5;
/** Share of the connections in use. With half of them waiting for one thing, that decides and not the work. */
export const SESSIONS_WAITING = 0.5;
/** Share of the connections in use. With fewer waiting for one thing, it is not why they are held, however busy it is. */
export const SESSIONS_HARDLY_WAITING = 0.1;
/** Share of the requests that a server can be handling. With more than half of them elsewhere, a service behind it does not decide. */
export const AT_SERVICE_LEAST = 0.5;
