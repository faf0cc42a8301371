import type { FastifyBaseLogger } from 'fastify';
import type { Cloud } from '../cloud/cloud.ts';
import type { Programs } from '../enrol/programs.ts';
import type { ImportWorker } from '../imports/import-worker.ts';
import type { SharePages } from '../shares/share-pages.ts';
import type { Alarms } from './alarms.ts';
import type { Backlog } from './backlog.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Database } from './store/db.ts';
import type { Leader } from './store/leader.ts';
import type { Notifications } from './store/notifications.ts';

export interface LeaseSettings {
  ttlMs: number;
  guardMs: number;
  heartbeatMs: number;
}

/** What operations work with; made once in main.ts. */
export interface Lab {
  database: Database;
  notifications: Notifications;
  /** For work that one replica at a time does. */
  leader: Leader;
  blobs: BlobStore;
  alarms: Alarms;
  /** Makes the points of measured steps, by the id of their run. */
  counting: Backlog;
  /** Judges runs that are over, by their id. */
  judging: Backlog;
  /** What hosts that join run. */
  programs: Programs;
  sharePages: SharePages;
  imports: ImportWorker;
  cloud: Cloud;
  /** The same on every replica: what is derived of it need not be stored. */
  secret: string;
  lease: LeaseSettings;
  /** A suspected change is not confirmed sooner, unless its hosts have started anew. */
  confirmAfterMs: number;
  version: string;
  /** Which boot this process runs in; empty where that cannot be read. */
  bootId: string;
  /** What people and agents dial. */
  publicUrl: string;
  /** It listens on loopback alone, and no proxy that it knows of stands before it. */
  isLocalOnly: boolean;
  /** Of a certificate that agents have to pin; null where none has. */
  fingerprint: () => string | null;
  /** Hash of the token that lets any number of agents join; null: there is none. */
  poolTokenHash: string | null;
  /** Labels of hosts that join with that token. */
  poolLabels: string[];
  /** Where webhooks may lead besides the internet: addresses and networks. */
  webhookNetworks: string[];
  /** Readers of runs that this process keeps up to date. */
  eventStreams: { open: number };
  /** What other processes of the API know this one by; null while they do not. */
  replicaId: string | null;
  log: FastifyBaseLogger;
  nowUs: () => number;
  /**
   * Until then answers of agents may still be on their way after an outage of this process or of the database, and a
   * missing one is no fault of the agent.
   */
  settledAtUs: number;
  /** When this process, with its database, was last seen at work, in milliseconds of `performance.now()`. */
  attendedMs: number;
  /** Until then an agent that lives may not have been heard again after such an outage: its silence says nothing. */
  heardAtUs: number;
}
