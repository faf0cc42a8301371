import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportedFile } from '../../rules/export/export-file.ts';

/** A download, which a browser saves and never acts on. */
export function sendFile(
  reply: FastifyReply,
  { name, mediaType, text }: Pick<ExportedFile, 'name' | 'mediaType'> & { text: string | Readable },
): void {
  reply
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(typeof text === 'string' ? Buffer.from(text) : text);
}
