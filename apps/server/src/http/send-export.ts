import type { ExportFormat } from '@stablegate/contract';
import type { FastifyReply } from 'fastify';
import { openExport } from '../platform/export/export-file';
import type { ExportTable } from '../platform/export/export-table';

/** A download named "<name>.<format>", streamed. A failure in the middle breaks the connection: half a file never looks whole. */
export function sendExport<Row>(reply: FastifyReply, name: string, format: ExportFormat, table: ExportTable<Row>): FastifyReply {
  const { mediaType, stream } = openExport(format, table);
  return reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(mediaType).send(stream);
}
