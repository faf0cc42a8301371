import { z } from 'zod';
import { ipAddress } from './contract/primitives.ts';
import { type Bucket, readBucket } from './platform/blobs/bucket.ts';
import { inUrl } from './rules/hosts/ip-address.ts';

const NOT_NETWORKS = 'it is a list of IP addresses or networks such as 10.0.0.0/8, with commas between them';
const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

/** Never with a prefix of length 0, which would be to trust everybody. */
const network = z.union([ipAddress, z.cidrv4(), z.cidrv6()]).refine((text) => !text.endsWith('/0'));

const environment = z.object({
  DATABASE_URL: z.string().min(1),
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
  MILLIONRPS_LEASE_SECONDS: z.coerce.number().min(2).max(600).optional(),
  /** Whose word about the client's address is believed. */
  MILLIONRPS_TRUSTED_PROXIES: z
    .string()
    .transform(listed)
    .refine((networks) => z.array(network).safeParse(networks).success, NOT_NETWORKS)
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional(),
});

export interface Config {
  databaseUrl: string;
  port: number;
  host: string;
  webUrl: string | null;
  publicUrl: string;
  /** The data folder. */
  data: string;
  /** Null: files lie in the data folder. */
  bucket: Bucket | null;
  secret: string;
  adminToken: string | null;
  /** Proxies before the API: addresses and networks. */
  trustedProxies: string[];
  /** Preset for one agent that is started beside the API. */
  joinToken: string | null;
  lease: { ttlMs: number; guardMs: number; heartbeatMs: number };
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
  const port = e.PORT ?? DEFAULT_PORT;
  const host = e.HOST ?? '127.0.0.1';
  return {
    databaseUrl: e.DATABASE_URL,
    port,
    host,
    webUrl: e.WEB_URL ?? null,
    publicUrl: e.MILLIONRPS_URL ?? `http://${inUrl(host)}:${port}`,
    data: e.MILLIONRPS_DATA,
    bucket: readBucket(env),
    secret: e.MILLIONRPS_SECRET,
    adminToken: e.MILLIONRPS_ADMIN_TOKEN ?? null,
    trustedProxies: e.MILLIONRPS_TRUSTED_PROXIES ?? [],
    joinToken: e.MILLIONRPS_JOIN_TOKEN ?? null,
    lease: leaseSettings((e.MILLIONRPS_LEASE_SECONDS ?? DEFAULT_LEASE_SECONDS) * 1000),
    logLevel: e.LOG_LEVEL ?? 'info',
  };
}

/** The agent lets go a quarter of the lease before the host may be leased again, and has six chances to renew. */
function leaseSettings(ttlMs: number): Config['lease'] {
  return { ttlMs, guardMs: Math.round(ttlMs / 4), heartbeatMs: Math.round(ttlMs / 6) };
}
