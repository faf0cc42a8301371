import type { Prisma } from '../../../api/platform/store/generated/client.ts';

/**
 * How long rows of a table stay:
 *
 * - `run`: as long as their run. A person deletes it; a week later it is gone with all that is here.
 * - `made`: until somebody removes it, or what it belongs to. Nothing makes one by itself but what somebody has scheduled.
 * - `bounded`: no more than there are hosts, processes, settings or kinds of something. Measuring more adds none.
 * - `passing`: until they have served, for minutes at the most.
 * - `days`: for a number of days, then they are removed.
 * - `record`: the audit log, for as long as an administrator says.
 */
export type Kept = 'run' | 'made' | 'bounded' | 'passing' | 'days' | 'record';

/** Every table: a new one does not compile, and fails a test, until it is stated here how long its rows stay. */
export const KEPT: Record<Prisma.ModelName, Kept> = {
  Alert: 'made',
  AlertEntry: 'made',
  AuditEntry: 'record',
  AuditOutcome: 'record',
  AuditRetention: 'bounded',
  Benchmark: 'made',
  BenchmarkSchedule: 'made',
  ScheduleOccurrence: 'bounded',
  BenchmarkVersion: 'made',
  BenchmarkRevision: 'made',
  BenchmarkPoint: 'made',
  Bisection: 'made',
  Experiment: 'made',
  ExperimentConfiguration: 'made',
  ExperimentRun: 'run',
  Host: 'made',
  Agent: 'made',
  AgentUpload: 'days',
  AgentIncarnation: 'days',
  Lease: 'passing',
  HostTask: 'passing',
  Launch: 'made',
  LaunchLimit: 'bounded',
  JoinToken: 'days',
  ApiToken: 'made',
  Invite: 'made',
  User: 'made',
  TwoFactor: 'made',
  Session: 'days',
  Account: 'made',
  Verification: 'days',
  RateLimit: 'days',
  Run: 'run',
  ListRevision: 'bounded',
  Annotation: 'run',
  Baseline: 'run',
  Favourite: 'run',
  RunView: 'made',
  ImportedRun: 'run',
  RunHost: 'run',
  RunTransition: 'run',
  Command: 'run',
  Artifact: 'run',
  SampleLayout: 'days',
  Frame: 'passing',
  SampleChunk: 'run',
  Instance: 'bounded',
  Replica: 'passing',
  Retention: 'bounded',
  Share: 'made',
  Step: 'run',
  Point: 'run',
  StepLatency: 'run',
  StepClient: 'run',
  StepEvidence: 'run',
  HostSnapshot: 'run',
  Webhook: 'made',
  WebhookDelivery: 'days',
};

/**
 * What makes rows as old as the instance keeps them: nobody waits a month for a soak. The clock stays what it is.
 * Microseconds are those of 40 days.
 */
export const AGEING = [
  `UPDATE "Run" SET "deletedAtUs" = "deletedAtUs" - 3456000000000`,
  `UPDATE "AgentUpload" SET "atUs" = "atUs" - 3456000000000`,
  `UPDATE "AgentIncarnation" SET "firstHelloAtUs" = "firstHelloAtUs" - 3456000000000`,
  `UPDATE "SampleLayout" SET "namedAtUs" = "namedAtUs" - 3456000000000`,
  `UPDATE "JoinToken" SET "createdAtUs" = "createdAtUs" - 3456000000000, "expiresAtUs" = "expiresAtUs" - 3456000000000`,
];
