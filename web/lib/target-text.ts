/** What a percentile means. Never compared across. */
export const LOOP_TEXT = {
  closed: 'closed loop: service time',
  synthetic: 'closed loop, corrected afterwards',
  open: 'open loop: response time',
} as const;
