import type https from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { inData } from '../data-folders.mjs';
import {
  type Certificate,
  keepCertificate,
  ownNames,
  type ReadFile,
  readAsSelf,
  readCertificate,
} from './certificate.ts';

/** A renewed file is in effect within that time; so is a certificate of our own, long before the old one ends. */
const LOOK_MS = 10 * 60_000;

/** The certificate with which the instance answers, as it is now. */
export class Tls {
  private readonly read: () => Promise<Certificate>;
  private readonly log: FastifyBaseLogger;
  private readonly behindProxy: boolean;
  private timer: NodeJS.Timeout | undefined;
  current: Certificate;

  private constructor(
    current: Certificate,
    read: () => Promise<Certificate>,
    log: FastifyBaseLogger,
    behindProxy: boolean,
  ) {
    this.current = current;
    this.read = read;
    this.log = log;
    this.behindProxy = behindProxy;
  }

  /** Null when the instance speaks plain HTTP. Throws one sentence when the certificate cannot be used. */
  static async open(
    config: Pick<Config, 'tls' | 'publicUrl' | 'dataFolder' | 'trustedProxies'>,
    log: FastifyBaseLogger,
    readFile: ReadFile = readAsSelf,
  ) {
    const { tls } = config;
    if (tls === null) return null;
    const read =
      tls === 'self-signed'
        ? () => keepCertificate(inData(config.dataFolder, 'tls'), ownNames(config.publicUrl), Date.now())
        : () => readCertificate(tls.certificate, tls.key, readFile);
    return new Tls(await read(), read, log, config.trustedProxies.length > 0);
  }

  /**
   * What agents pin; null where an authority vouches for the certificate, which may come with another key then, and behind
   * a proxy, whose key it is that agents meet.
   */
  get fingerprint(): string | null {
    return this.current.selfSigned && !this.behindProxy ? this.current.fingerprint : null;
  }

  get options(): https.ServerOptions {
    return { cert: this.current.cert, key: this.current.key, minVersion: 'TLSv1.2' };
  }

  /** Connections that are open stay as they are. */
  follow(server: https.Server): void {
    this.timer = setInterval(() => void this.look(server), LOOK_MS);
    this.timer.unref();
  }

  async look(server: https.Server): Promise<void> {
    try {
      const next = await this.read();
      if (next.cert === this.current.cert && next.key === this.current.key) return;
      if (next.selfSigned && next.fingerprint !== this.current.fingerprint)
        this.log.warn('the certificate has another key: agents that pinned the old one have to be enrolled again');
      server.setSecureContext({ cert: next.cert, key: next.key, minVersion: 'TLSv1.2' });
      this.current = next;
      this.log.info('the certificate was renewed');
    } catch (error) {
      this.log.error({ err: error }, 'the certificate that is there now cannot be used; the one before stays');
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
