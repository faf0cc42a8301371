import { createReadStream } from 'node:fs';
import type { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findAgentsByCredential } from '../agents/store/agents.ts';
import { isJoinTokenAlive } from '../agents/store/join-tokens.ts';
import { routes } from '../contract/routes.ts';
import { bearer } from '../people/caller.ts';
import { AppError } from '../platform/app-error.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { hashSecret } from '../platform/store/ids.ts';
import { enrolScript } from '../rules/hosts/enrol-line.ts';
import { isPrivateWay } from '../rules/hosts/plain-http.ts';
import { awaitPrograms } from './await-programs.ts';
import { ARCHITECTURES, PROGRAMS } from './programs.ts';

/** Names and addresses, with a port: it becomes part of a script. */
const HOST = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The command line, and what a host runs that joins: this is outside of the contract, because a shell and curl ask for it, with a join token or an
 * agent's credential.
 */
export function enrolRoutes(doors: Doors): void {
  const { app, lab, openLimits } = doors;
  const { programs } = lab;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    openLimits.admit(request, reply);
    reply.header('cache-control', 'no-store');
    if (!isPrivateWay(`${request.protocol}://${request.host}`)) throw new AppError('forbidden', IN_THE_CLEAR);
    const token = bearer(request) ?? '';
    const hash = hashSecret(token);
    const known =
      token !== '' &&
      ((await isJoinTokenAlive(lab.database.db, hash, lab.nowUs())) ||
        (await findAgentsByCredential(lab.database.db, [hash]))[0] !== null);
    if (!known) throw new AppError('join-token-invalid', TOKEN_REFUSED);
  };

  app.get('/enrol', { onRequest }, (request, reply) => {
    if (!HOST.test(request.host)) throw new AppError('invalid-input', 'The Host header is no host.');
    const own = (request.raw.socket as TLSSocket).encrypted === true;
    return reply.type('text/x-shellscript; charset=utf-8').send(
      enrolScript({
        url: `${request.protocol}://${request.host}`,
        token: bearer(request) ?? '',
        // A proxy in front has a certificate of its own.
        fingerprint: own ? lab.fingerprint() : null,
      }),
    );
  });

  mount(doors, routes.getCommandLine, async ({ params: { platform }, request, reply }) => {
    if (!isPrivateWay(`${request.protocol}://${request.host}`)) throw new AppError('forbidden', IN_THE_CLEAR);
    const { millionrps } = await awaitPrograms(programs.commandLine(platform), BUILD_WAIT_MS);
    reply
      .type('application/octet-stream')
      .header('content-length', millionrps.sizeBytes)
      .header('content-disposition', 'attachment; filename="millionrps"')
      .send(createReadStream(millionrps.file));
    return undefined;
  });

  for (const architecture of ARCHITECTURES) {
    const folder = `/enrol/programs/linux-${architecture}`;
    const ready = async (reply: FastifyReply) => {
      const stock = await programs.of(architecture).get();
      if (stock.state === 'failed') throw new AppError('no-program', stock.why);
      if (stock.state === 'ready') return stock.programs;
      reply.code(202).header('retry-after', '3').type('text/plain; charset=utf-8').send('building\n');
      return null;
    };
    app.get(`${folder}/SHA256SUMS`, { onRequest }, async (_request, reply) => {
      const stock = await ready(reply);
      if (stock === null) return reply;
      const lines = PROGRAMS.map((program) => `${stock[program].sha256}  ${program}\n`);
      return reply.type('text/plain; charset=utf-8').send(lines.join(''));
    });
    for (const program of PROGRAMS)
      app.get(`${folder}/${program}`, { onRequest }, async (_request, reply) => {
        const stock = await ready(reply);
        if (stock === null) return reply;
        const { file, sizeBytes } = stock[program];
        return reply.type('application/octet-stream').header('content-length', sizeBytes).send(createReadStream(file));
      });
  }
}

/** curl waits for as long as it takes. */
const BUILD_WAIT_MS = 300_000;

const TOKEN_REFUSED = 'The join token is unknown or expired; create a new one on the hosts page.';
const IN_THE_CLEAR = 'Programs are not handed out by plain HTTP: start the instance with MILLIONRPS_TLS.';
