import { type ErrorCode, errorCatalogue, errorHelp } from '@stablegate/contract';
import type { FastifyInstance } from 'fastify';

/** The page /docs/errors as Markdown, for programs that read; llms.txt leads here. */
function errorsMarkdown(): string {
  const codes = (Object.keys(errorCatalogue) as ErrorCode[]).sort(
    (a, b) => errorCatalogue[a].status - errorCatalogue[b].status || a.localeCompare(b),
  );
  const entries = codes.map((code) => {
    const { status, message } = errorCatalogue[code];
    const { cause, cure } = errorHelp[code];
    return `## ${code}\n\nHTTP ${status}: ${message}\n\n- Cause: ${cause}\n- What to do: ${cure}\n`;
  });
  return `# Error codes\n\nRefused calls answer \`{ "status": "error", "code", "message", "requestId" }\`. Go by \`code\`; the words may change.\n\n${entries.join('\n')}`;
}

export function mountErrorsMarkdown(server: FastifyInstance): void {
  server.get('/docs/errors.md', async (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').header('cache-control', 'public, max-age=3600').send(errorsMarkdown()),
  );
}
