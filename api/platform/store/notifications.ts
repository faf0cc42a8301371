import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Db } from './db.ts';
import { CHANNELS, type Channel, send, type Teller } from './notify.ts';

const RECONNECT_MS = 250;
const HEARD_WITHIN_MS = 10_000;
const UNHEARD =
  'The database does not deliver notifications to this process. If DATABASE_URL leads through a pooler such as PgBouncer, name the database itself in MILLIONRPS_DIRECT_DATABASE_URL.';

type Listener = () => void;

/**
 * One connection listens for the whole process to what others tell; what the process itself tells it hears at once. When the connection
 * is lost, it reconnects and wakes everybody, because notifications in between were missed.
 */
export class Notifications {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly connectionString: string;
  private readonly teller: Teller;
  private readonly onReconnect: () => void;
  private client: pg.Client | null = null;
  private closed = false;

  constructor(connectionString: string, teller: Teller, onReconnect: () => void) {
    this.connectionString = connectionString;
    this.teller = teller;
    this.onReconnect = onReconnect;
    teller.listen((told) => {
      for (const [channel, payloads] of told) for (const payload of payloads) this.wake(`${channel}:${payload}`);
    });
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.connectionString, keepAlive: true });
    client.on('notification', ({ channel, payload, processId }) => {
      if (!this.teller.isOwn(processId)) this.wake(`${channel}:${payload ?? ''}`);
    });
    // Without a handler the end of a backend would end the process.
    client.on('error', () => {});
    client.on('end', () => this.reconnect(client));
    await client.connect();
    for (const channel of CHANNELS) await client.query(`LISTEN ${channel}`);
    this.client = client;
  }

  /** Throws when what another connection tells is not heard here, as behind a pooler that hands connections around. */
  async check(db: Db): Promise<void> {
    const { client } = this;
    const payload = randomUUID();
    const heard = new Promise<boolean>((resolve) => {
      client?.on('notification', (told) => {
        if (told.payload === payload) resolve(true);
      });
      setTimeout(() => resolve(false), HEARD_WITHIN_MS).unref();
    });
    await send(db, new Map([['tasks', new Set([payload])]]));
    if (!(await heard)) throw new Error(UNHEARD);
  }

  /** Calls back at every notification until the returned function is called. */
  on(channel: Channel, payload: string, listener: Listener): () => void {
    const key = `${channel}:${payload}`;
    const set = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.listeners.get(key) === set) this.listeners.delete(key);
    };
  }

  async stop(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => {});
  }

  private wake(key: string): void {
    for (const listener of this.listeners.get(key) ?? []) listener();
  }

  private reconnect(lost: pg.Client): void {
    if (this.closed || this.client !== lost) return;
    this.client = null;
    const attempt = (): void => {
      if (this.closed) return;
      this.start().then(
        () => {
          this.teller.forgetSessions();
          this.onReconnect();
          for (const key of this.listeners.keys()) this.wake(key);
        },
        () => setTimeout(attempt, RECONNECT_MS).unref(),
      );
    };
    attempt();
  }
}
