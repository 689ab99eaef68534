import type { ExportFormat } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openExport } from '../platform/export/export-file';
import type { ExportTable } from '../platform/export/export-table';

/** The browser names the language of its screen, which exports use too. */
export function screenLanguage({ headers }: FastifyRequest, byDefault: string = LANGUAGE_DEFAULT): string {
  const language = headers['x-language'];
  return typeof language === 'string' ? language : byDefault;
}

/**
 * A streamed download named "<name>.<format>". A failure in the middle breaks the connection, so that a partial file never looks complete.
 */
export function sendExport<Row>(
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  table: ExportTable<Row>,
  language: string = screenLanguage(reply.request),
): FastifyReply {
  const { mediaType, stream } = openExport(format, table, language);
  return reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(mediaType).send(stream);
}
