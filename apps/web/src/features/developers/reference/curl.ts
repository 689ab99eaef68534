import type { Operation, Parameter } from './reference.model';

const FORM = 'application/x-www-form-urlencoded';

/** For a shell: inside single quotes nothing is special but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

function address({ path, parameters }: Operation, baseUrl: string): string {
  const of = (place: string) => parameters.filter((each) => each.place === place);
  const encoded = (each: Parameter | undefined): string => encodeURIComponent(textOf(each?.example));
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(of('path').find((each) => each.path === name)));
  const query = of('query').filter(({ isRequired }) => isRequired);
  return `${baseUrl}${filled}${query.length === 0 ? '' : `?${query.map((each) => `${each.path}=${encoded(each)}`).join('&')}`}`;
}

function dataOf({ bodyTypes, bodyExample }: Operation): string[] {
  if (bodyTypes.length === 0) return [];
  if (bodyTypes[0] !== FORM) return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(bodyExample, null, 2))}`];
  return Object.entries(bodyExample ?? {}).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${textOf(value)}`)}`);
}

/** The key is a placeholder; a session is in the file that curl wrote at the sign-in (`-c cookies.txt`). */
function callerOf({ caller }: Operation): string[] {
  if (caller === 'api-key') return [`-H 'X-API-KEY: YOUR_API_KEY'`];
  return ['session', 'verified', 'admin'].includes(caller) ? ['-b cookies.txt'] : [];
}

/** The documented call as a command, with the document's examples. */
export function curlOf(operation: Operation, baseUrl: string): string {
  const { method } = operation;
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address(operation, baseUrl))}`,
    ...callerOf(operation),
    ...dataOf(operation),
  ];
  return parts.join(' \\\n  ');
}
