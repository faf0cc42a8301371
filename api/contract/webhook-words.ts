/** The events that webhooks are told of. A new one needs a row here and in `webhookData`; type errors then show where else. */
export const WEBHOOK_EVENTS = {
  'run.finished': { name: 'Run ended', about: 'A run finished, failed or was canceled.' },
  'experiment.finished': { name: 'Experiment ended', about: 'An experiment has its answer, or was ended early.' },
  'change.confirmed': {
    name: 'Change confirmed',
    about: 'An experiment showed that a benchmark got slower or faster.',
  },
  'change.fixed': { name: 'Change fixed', about: 'A figure that got worse is back.' },
  'budget.exceeded': { name: 'Budget exceeded', about: 'An experiment showed that a benchmark is beyond its limit.' },
  'schedule.missed': {
    name: 'Schedule missed',
    about: 'A benchmark was not measured at a time of its schedule.',
  },
} as const satisfies Record<string, { name: string; about: string }>;

/** Of the event that a person sends to see whether it arrives. */
export const TEST_EVENT_NAME = 'Test';
