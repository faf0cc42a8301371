import { Gatherer } from '../platform/gather.ts';
import type { Database } from '../platform/store/db.ts';
import { type AgentRecord, findAgentsByCredential } from './store/agents.ts';

type Credentials = Gatherer<string, AgentRecord | null>;

const gatherers = new WeakMap<Database, Credentials>();

/** The agent with this credential; null when it is unknown or revoked. Every request of an agent asks, many at once. */
export function knownAgent(database: Database, credentialHash: string): Promise<AgentRecord | null> {
  const known = gatherers.get(database) ?? new Gatherer((hashes) => findAgentsByCredential(database.db, hashes));
  gatherers.set(database, known);
  return known.ask(credentialHash);
}
