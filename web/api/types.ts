import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type Artifact = Schemas['Artifact'];
export type BestPoint = Schemas['BestPoint'];
export type CreateRun = Schemas['CreateRun'];
export type Failure = Schemas['Failure'];
export type Host = Schemas['Host'];
export type HostFacts = Schemas['HostFacts'];
export type HostSeries = Schemas['HostSeries'];
export type JoinToken = Schemas['JoinToken'];
export type LatencyMs = Schemas['LatencyMs'];
export type Point = Schemas['Point'];
export type Problem = Schemas['Problem'];
export type RequestErrors = Schemas['RequestErrors'];
export type Run = Schemas['Run'];
export type RunHost = Schemas['RunHost'];
export type RunSeries = Schemas['RunSeries'];
export type RunSpec = Schemas['RunSpec'];
export type RunState = Schemas['RunState'];
export type RunStep = Schemas['RunStep'];
export type RunSummary = Schemas['RunSummary'];
export type RunTransition = Schemas['RunTransition'];
export type SeriesColumn = Schemas['SeriesColumn'];
export type Session = Schemas['Session'];
