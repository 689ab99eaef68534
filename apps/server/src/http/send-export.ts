import type { ExportFormat } from '@stablegate/contract';
import type { FastifyReply } from 'fastify';
import { openExport } from '../platform/export/export-file';
import type { ExportTable } from '../platform/export/export-table';

/**
 * A streamed download named "<name>.<format>". A failure in the middle breaks the connection, so that a partial file never looks complete.
 */
export function sendExport<Row>(reply: FastifyReply, name: string, format: ExportFormat, table: ExportTable<Row>): FastifyReply {
  const { mediaType, stream } = openExport(format, table);
  return reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(mediaType).send(stream);
}
