/**
 * The words of the audit log. It imports nothing, so that web can have it without zod.
 */

/** What is recorded. A new action is added here, and named by its route. */
export const AUDIT_ACTIONS = {
  'account.sign-in': 'Sign in',
  'account.rename': 'Change own name',
  'account.password': 'Change own password',
  'account.prove': 'Confirm who one is',
  'account.second-factor-on': 'Turn two-factor authentication on',
  'account.second-factor-off': 'Turn own two-factor authentication off',
  'account.backup-codes': 'Make new backup codes',
  'session.end': 'End own sessions',
  'sign-in-link.create': 'Make a sign-in link',
  'token.create': 'Make an API token',
  'token.revoke': 'Revoke an API token',
  'person.role': 'Change a role',
  'person.disable': 'Disable a person',
  'person.enable': 'Enable a person',
  'person.reset-password': 'Reset a password',
  'person.second-factor-off': 'Turn two-factor authentication of a person off',
  'invite.create': 'Invite a person',
  'invite.revoke': 'Revoke an invite',
  'invite.accept': 'Accept an invite',
  'join-token.create': 'Make a join token',
  'join-token.revoke': 'Revoke a join token',
  'host.join': 'Join a host',
  'host.change': 'Rename or label a host',
  'host.availability': 'Cordon, drain or open a host',
  'host.restore': 'Restore a host',
  'host.clear-dirty': 'Clear a dirty host',
  'host.upgrade': 'Upgrade an agent',
  'host.remove': 'Remove a host',
  'launch.create': 'Launch hosts',
  'launch.end': 'End a launch',
  'launch.end-all': 'End all launches',
  'launch-limit.change': 'Change the launch limit',
  'run.create': 'Queue a run',
  'run.cancel': 'Cancel a run',
  'run.label': 'Rename or label a run',
  'run.annotate': 'Annotate a run',
  'run.delete': 'Delete a run',
  'run.undelete': 'Bring back a run',
  'baseline.pin': 'Pin a baseline',
  'baseline.unpin': 'Unpin a baseline',
  'experiment.create': 'Plan an experiment',
  'experiment.start': 'Start an experiment',
  'experiment.stop': 'Stop an experiment',
  'experiment.change': 'Write a finding',
  'experiment.delete': 'Delete an experiment',
  'benchmark.create': 'Create a benchmark',
  'benchmark.change': 'Change a benchmark',
  'benchmark.measure': 'Measure a revision',
  'schedule.change': 'Change a schedule',
  'schedule.remove': 'Remove a schedule',
  'alert.decide': 'Decide on an alert',
  'bisection.start': 'Start a search',
  'bisection.cancel': 'Cancel a search',
  'import.create': 'Import results',
  'share.create': 'Make a share',
  'share.revoke': 'Revoke a share',
  'webhook.create': 'Create a webhook',
  'webhook.change': 'Change a webhook',
  'webhook.remove': 'Remove a webhook',
  'webhook.rotate': 'Rotate a webhook secret',
  'webhook.test': 'Test a webhook',
  'webhook.replay': 'Replay a message',
  'retention.change': 'Change a retention',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** What an action is done to. */
export const AUDIT_SUBJECTS = {
  instance: 'this instance',
  person: 'person',
  session: 'session',
  token: 'API token',
  invite: 'invite',
  'join-token': 'join token',
  host: 'host',
  launch: 'launch',
  run: 'run',
  experiment: 'experiment',
  benchmark: 'benchmark',
  alert: 'alert',
  bisection: 'search',
  import: 'import',
  share: 'share',
  webhook: 'webhook',
} as const satisfies Record<string, string>;
export type AuditSubject = keyof typeof AUDIT_SUBJECTS;

/**
 * `done`: the answer was a success. `refused`: it was a refusal, with its reason. `failed`: something broke, and part of it may have
 * been done. `open`: no end was recorded.
 */
export const AUDIT_OUTCOMES = {
  done: 'done',
  refused: 'refused',
  failed: 'failed',
  open: 'no end recorded',
} as const satisfies Record<string, string>;
export type AuditOutcome = keyof typeof AUDIT_OUTCOMES;

/** By what they acted who were known. */
export const AUDIT_VIAS = {
  session: 'session',
  token: 'API token',
  'preset-token': 'preset token',
} as const satisfies Record<string, string>;
export type AuditVia = keyof typeof AUDIT_VIAS;

/** Days for which entries are kept, the least and the most. */
export const AUDIT_DAYS = [30, 3650] as const;
/** Until an administrator decides. The trigger of the table knows the same. */
export const AUDIT_USUAL_DAYS = 730;

/**
 * What a route leaves in the audit log. `id` says where the id of the subject stands: in the address, in the answer, or it is the
 * caller's own; `found`: who calls is known only while the route is at work, so its handler records. `fields` are those of the body whose values are recorded, and never a secret. `none`
 * says why nothing is recorded.
 */
export type Audit =
  | { action: AuditAction; subject: 'instance'; fields?: readonly string[] }
  | {
      action: AuditAction;
      subject: Exclude<AuditSubject, 'instance'>;
      id: `params.${string}` | `reply.${string}` | 'caller' | 'found';
      fields?: readonly string[];
    }
  | { none: string };
export type Recorded = Exclude<Audit, { none: string }>;
