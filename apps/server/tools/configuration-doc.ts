import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFields } from '../src/config';
import { serverRoot } from '../src/platform/paths';

/** `npm run docs`: the list of settings is generated from the schema that reads them, so it cannot be out of date. */
export function configurationPage(): string {
  const rows = Object.entries(environmentFields).map(([name, field]) => {
    const given = field.safeParse(undefined);
    const fallback = given.success && given.data !== undefined ? `\`${String(given.data) || '(none)'}\`` : given.success ? '' : 'needed';
    return `| \`${name}\` | ${fallback} | ${field.description ?? ''} |`;
  });
  return [
    '# Configuration',
    '',
    'Written by `npm run docs` from the schema in `apps/server/src/config.ts`; do not edit. Which nodes to take and how to write them: [chains.md](chains.md).',
    '',
    '| variable | default | what it is |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export const configurationFile = join(serverRoot(), '../../docs/deploy/configuration.md');

if (process.argv[1]?.endsWith('configuration-doc.ts') === true) writeFileSync(configurationFile, configurationPage());
