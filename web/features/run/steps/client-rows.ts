import type { ClientFigures, RunStep, StepClient } from '@contract/step';
import { formatSignificant } from '@rules/words/numbers';

export interface ClientStart {
  /** After the first client, by the clock of the API, µs. */
  afterFirstUs: number;
  /** How far the clocks of this host and of the first one may be off together, µs. */
  uncertaintyUs: number;
}

export interface ClientRow {
  client: StepClient;
  figures: ClientFigures | null;
  /** Share of the requests of all clients; null without requests. */
  part: number | null;
  /** Null where its clock was not measured. */
  start: ClientStart | null;
}

/** The clients of a step side by side, on the clock of the API. */
export function clientRows({ clients }: Pick<RunStep, 'clients'>): ClientRow[] {
  const total = clients.reduce((sum, { figures }) => sum + (figures?.requests ?? 0), 0);
  const first = clients.flatMap(({ figures }) => startOf(figures) ?? []).sort((a, b) => a.atUs - b.atUs)[0];
  return clients.map((client) => {
    const { figures } = client;
    const start = startOf(figures);
    return {
      client,
      figures,
      part: figures && total > 0 ? figures.requests / total : null,
      start:
        start && first
          ? {
              afterFirstUs: start.atUs - first.atUs,
              uncertaintyUs: start.atUs === first.atUs ? 0 : start.uncertaintyUs + first.uncertaintyUs,
            }
          : null,
    };
  });
}

function startOf(figures: ClientFigures | null): { atUs: number; uncertaintyUs: number } | null {
  if (!figures?.clock) return null;
  return { atUs: figures.startedAtUs + figures.clock.offsetUs, uncertaintyUs: figures.clock.uncertaintyUs };
}

/** Microseconds with a sign, in the unit that fits: '+1.20 ms', '−35 µs', '0 µs'. */
export function signedUs(us: number): string {
  const sign = us < 0 ? '−' : us > 0 ? '+' : '';
  return `${sign}${shortUs(Math.abs(us))}`;
}

export function shortUs(us: number): string {
  if (us < 1000) return `${Math.round(us)} µs`;
  return us < 1e6 ? `${formatSignificant(us / 1000)} ms` : `${formatSignificant(us / 1e6)} s`;
}
