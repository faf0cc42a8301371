interface Term {
  /** As it stands in headings. */
  name: string;
  /** One or two sentences. */
  text: string;
  /** Where the whole of it stands. */
  docs: string;
}

/** What a reader may ask of a heading. docs/glossary.md has the same, which a test holds. */
export const TERMS = {
  throughput: {
    name: 'throughput',
    text: 'Answered requests per second, on average over the step; error answers count too. It is a figure of the server only where the server was the limit.',
    docs: 'docs/verdicts.md',
  },
  p99: {
    name: 'p99',
    text: '99 of 100 requests took no longer than this. A closed loop asks nothing while the server stalls, so those waits are missing; an open loop counts them.',
    docs: 'docs/load.md',
  },
  bottleneck: {
    name: 'bottleneck',
    text: 'What kept throughput from rising: a saturated resource of the server or the client, or too little load.',
    docs: 'docs/verdicts.md',
  },
  'cpu-per-request': {
    name: 'CPU per request',
    text: 'CPU time of the target per request that it served, in µs. Compare it only between runs of the same load.',
    docs: 'docs/glossary.md',
  },
} as const satisfies Record<string, Term>;

export type TermKey = keyof typeof TERMS;
