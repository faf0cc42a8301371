import { z } from 'zod';
import { hostLabels } from './contract/host-availability.ts';
import { ipAddress } from './contract/primitives.ts';
import { type Bucket, bucketAddress, DISK, readBucket } from './platform/blobs/bucket.ts';
import { announcing } from './platform/store/announced-places.ts';
import { inUrl, isLoopback } from './rules/hosts/ip-address.ts';
import { plainHttpFault } from './rules/hosts/plain-http.ts';
import { CONFIRMATION_WAIT_MS } from './rules/watch/confirmation.ts';

const NOT_NETWORKS = 'it is a list of IP addresses or networks such as 10.0.0.0/8, with commas between them';
const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

/** Never with a prefix of length 0, which would be to trust everybody. */
const network = z.union([ipAddress, z.cidrv4(), z.cidrv6()]).refine((text) => !text.endsWith('/0'));

const NOT_TLS = 'it is self-signed, or the PEM files of a certificate and its key, with a comma between them';

function tlsSetting(text: string, context: z.RefinementCtx): TlsSetting | null {
  if (text === '') return null;
  if (text === 'self-signed') return text;
  const [certificate, key, ...rest] = text.split(',').map((file) => file.trim());
  if (certificate && key && rest.length === 0) return { certificate, key };
  context.addIssue({ code: 'custom', message: NOT_TLS });
  return z.NEVER;
}

const environment = z.object({
  DATABASE_URL: z.string().min(1),
  /** The database itself, where DATABASE_URL leads through a pooler. */
  MILLIONRPS_DIRECT_DATABASE_URL: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(1).max(65535).optional(),
  /** Loopback unless told otherwise. */
  HOST: z.string().optional(),
  WEB_URL: z.url().optional(),
  /** What agents and people dial. */
  MILLIONRPS_URL: z.url().optional(),
  MILLIONRPS_DATA: z.string().min(1),
  MILLIONRPS_SECRET: z.string().min(32),
  MILLIONRPS_ADMIN_TOKEN: z.string().min(16).optional(),
  MILLIONRPS_JOIN_TOKEN: z.string().min(16).optional(),
  /** Empty: none. */
  MILLIONRPS_POOL_TOKEN: z.union([z.literal(''), z.string().min(32)]).optional(),
  /** Of hosts that join with that token. */
  MILLIONRPS_POOL_LABELS: z.string().transform(listed).pipe(hostLabels).optional(),
  MILLIONRPS_LEASE_SECONDS: z.coerce.number().min(2).max(600).optional(),
  /** How soon a suspected change may be confirmed within one boot of its hosts. */
  MILLIONRPS_CONFIRM_AFTER_SECONDS: z.coerce.number().min(1).max(604_800).optional(),
  /** Whose word about the client's address is believed. */
  MILLIONRPS_TRUSTED_PROXIES: z
    .string()
    .transform(listed)
    .refine((networks) => z.array(network).safeParse(networks).success, NOT_NETWORKS)
    .optional(),
  /** Where webhooks may lead besides the internet. */
  MILLIONRPS_WEBHOOK_NETWORKS: z
    .string()
    .transform(listed)
    .refine((networks) => z.array(network).safeParse(networks).success, NOT_NETWORKS)
    .optional(),
  /** `self-signed`, or the PEM files of a certificate and its key with a comma between them. Empty: plain HTTP. */
  MILLIONRPS_TLS: z.string().transform(tlsSetting).optional(),
  MILLIONRPS_INSECURE_HTTP: z.enum(['', '0', '1']).optional(),
  /** Where the port of this process's container is published, where that differs from HOST. */
  MILLIONRPS_BIND: z.string().optional(),
  /** A second port, of plain HTTP, for the other parts of the instance alone. */
  INSIDE_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  INSIDE_HOST: z.string().optional(),
  /** A folder of programs for hosts: linux-amd64/agent and so on. */
  MILLIONRPS_PROGRAMS: z.string().optional(),
  /** What this process asks of its starter, with commas between: to build those programs, to read the files that MILLIONRPS_TLS names. */
  MILLIONRPS_STARTER: z
    .string()
    .transform(listed)
    .pipe(z.array(z.enum(['build', 'read'])))
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional(),
});

/** Files of one's own; `self-signed`: a certificate that the instance makes and keeps. */
export type TlsSetting = 'self-signed' | { certificate: string; key: string };

export interface Config {
  /** Its connections are named after the place of the files. */
  databaseUrl: string;
  /** For the one connection that listens, which no pooler may hand to others. */
  directDatabaseUrl: string;
  port: number;
  host: string;
  webUrl: string | null;
  publicUrl: string;
  /** Other machines reach it neither directly nor by a proxy that it knows of. */
  isLocalOnly: boolean;
  /** The data folder. */
  dataFolder: string;
  /** Null: files lie in the data folder. */
  bucket: Bucket | null;
  programsFolder: string | null;
  /** What its starter does for it when asked. */
  starter: ('build' | 'read')[];
  tls: TlsSetting | null;
  inside: { host: string; port: number } | null;
  secret: string;
  adminToken: string | null;
  /** Proxies before the API: addresses and networks. */
  trustedProxies: string[];
  /** Where webhooks may lead besides the internet: addresses and networks. */
  webhookNetworks: string[];
  /** Preset for one agent that is started beside the API. */
  joinToken: string | null;
  /** For any number of agents, such as those of a cluster's nodes, as long as it is set. */
  poolToken: string | null;
  /** What hosts get that join with it. */
  poolLabels: string[];
  lease: { ttlMs: number; guardMs: number; heartbeatMs: number };
  confirmAfterMs: number;
  logLevel: string;
}

const DEFAULT_PORT = 3000;
const DEFAULT_LEASE_SECONDS = 60;

/** Reads the environment; throws one sentence that names the variable at fault. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`The environment variable ${issue?.path.join('.')} is not usable: ${issue?.message}`);
  }
  const e = parsed.data;
  const bucket = readBucket(env);
  const place = bucket ? bucketAddress(bucket) : DISK;
  const port = e.PORT ?? DEFAULT_PORT;
  const host = e.HOST ?? '127.0.0.1';
  const tls = e.MILLIONRPS_TLS ?? null;
  const publicUrl = e.MILLIONRPS_URL ?? `${tls ? 'https' : 'http'}://${inUrl(host)}:${port}`;
  const trustedProxies = e.MILLIONRPS_TRUSTED_PROXIES ?? [];
  const reachedAt = e.MILLIONRPS_BIND || host;
  const fault = plainHttpFault({
    host: reachedAt,
    tls: tls !== null,
    publicUrl,
    behindProxy: trustedProxies.length > 0,
    insisted: e.MILLIONRPS_INSECURE_HTTP === '1',
  });
  if (fault) throw new Error(fault);
  return {
    databaseUrl: announcing(e.DATABASE_URL, place),
    directDatabaseUrl: announcing(e.MILLIONRPS_DIRECT_DATABASE_URL ?? e.DATABASE_URL, place),
    port,
    host,
    webUrl: e.WEB_URL ?? null,
    publicUrl,
    isLocalOnly: isLoopback(reachedAt) && trustedProxies.length === 0,
    tls,
    inside: e.INSIDE_PORT === undefined ? null : { host: e.INSIDE_HOST ?? '127.0.0.1', port: e.INSIDE_PORT },
    dataFolder: e.MILLIONRPS_DATA,
    bucket,
    programsFolder: e.MILLIONRPS_PROGRAMS || null,
    starter: e.MILLIONRPS_STARTER ?? [],
    secret: e.MILLIONRPS_SECRET,
    adminToken: e.MILLIONRPS_ADMIN_TOKEN ?? null,
    trustedProxies,
    webhookNetworks: e.MILLIONRPS_WEBHOOK_NETWORKS ?? [],
    joinToken: e.MILLIONRPS_JOIN_TOKEN ?? null,
    poolToken: e.MILLIONRPS_POOL_TOKEN || null,
    poolLabels: e.MILLIONRPS_POOL_LABELS ?? [],
    lease: leaseSettings((e.MILLIONRPS_LEASE_SECONDS ?? DEFAULT_LEASE_SECONDS) * 1000),
    confirmAfterMs:
      e.MILLIONRPS_CONFIRM_AFTER_SECONDS === undefined
        ? CONFIRMATION_WAIT_MS
        : e.MILLIONRPS_CONFIRM_AFTER_SECONDS * 1000,
    logLevel: e.LOG_LEVEL ?? 'info',
  };
}

/** The agent lets go a quarter of the lease before the host may be leased again, and has six chances to renew. */
function leaseSettings(ttlMs: number): Config['lease'] {
  return { ttlMs, guardMs: Math.round(ttlMs / 4), heartbeatMs: Math.round(ttlMs / 6) };
}
