/** What counts as an effect of tuning, and from when on something is worth a finding; each with its reason. */

/** Of interrupts or steered packets on the CPUs asked for. The rest is what was under way, and lines that carry no load. */
export const EFFECTIVE_SHARE = 0.95;
/**
 * Below it something else decides where they go: one CPU in five of its own accord is no remainder. Between both it
 * cannot be said.
 */
export const WITHOUT_EFFECT_SHARE = 0.8;
/** Fewer interrupts say nothing of where they would go under load. */
export const INTERRUPTS_LEAST = 100;
/** Fewer packets say nothing of whether they are steered. */
export const PACKETS_LEAST = 1000;
/**
 * Of the packets that the machine handled, those that the tuned interface received. A load brings half of them or more
 * through it, wherever the tool runs. Less than a twentieth is other traffic, and steering that moves no figure.
 */
export const CARRIED_SHARE_LEAST = 0.05;
/**
 * Of packets processed. The kernel counts wake-ups of another CPU for steered packets, not packets: up to 64 are polled
 * at once, and none is counted while that CPU is still at it. So a small share is an effect.
 */
export const STEERED_SHARE_LEAST = 1 / 10_000;
/** Fewer may be what another interface or namespace of the machine steers: the counter is the machine's. */
export const STEERED_LEAST = 100;
/** Busiest worker against the mean. At 1.5 a server of single-threaded workers is full at two thirds of what it could do. */
export const IMBALANCE_RATIO = 1.5;
/** Connections for each worker below which chance alone spreads them this unevenly, so that nothing is to be learnt from it. */
export const CONNECTIONS_PER_WORKER_LEAST = 4;
/**
 * What chance alone does more often than this is no fault: of 32 workers with 128 connections one is idle in 44 of 100
 * steps.
 */
export const CHANCE_LEAST = 0.001;
/** Requests for each worker below which the same is true of requests. */
export const REQUESTS_PER_WORKER_LEAST = 100;
/** Keys or knobs that one sentence names before it counts the rest. */
export const NAMED_AT_MOST = 3;
