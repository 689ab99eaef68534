import { type Field, fieldOf, fieldsOf } from './reference.fields';
import type { OpenApiDocument, OpenApiOperation } from './reference.types';
import { resolveRefs } from './resolve-refs';

export type Caller = 'public' | 'session' | 'verified' | 'admin' | 'api-key' | 'feed' | 'sandbox';
export type Parameter = Field & { place: string; example: unknown };
/** Two equal successes are one response: "201, 200". */
export type Answer = { status: string; isError: boolean; codes: readonly string[]; type: string | undefined; fields: readonly Field[] };
export type Operation = {
  /** The anchor: #postPaymentInvoice. */
  id: string;
  method: string;
  path: string;
  summary: string;
  caller: Caller;
  /** Requires a sign-in less than 15 minutes old. */
  needsRecentSignIn: boolean;
  parameters: readonly Parameter[];
  bodyTypes: readonly string[];
  body: readonly Field[];
  /** As the document has it. */
  bodyExample: unknown;
  answers: readonly Answer[];
};
export type Group = { id: string; tag: string; operations: readonly Operation[] };
export type Reference = { version: string; baseUrl: string; groups: readonly Group[] };

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
/** Most relevant for developers, so it comes first; the rest keeps the document's order. */
const FIRST_TAG = 'Merchant API';
const OTHER_TAG = 'Other';

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Our document lists the codes of an error in its description: `not_found`, `conflict`. */
const codesIn = (description: string | undefined): string[] =>
  [...(description ?? '').matchAll(/`(\w+)`/g)].flatMap(([, code]) => code ?? []);

const firstSchema = (content: NonNullable<OpenApiOperation['requestBody']>['content']) => Object.values(content ?? {})[0]?.schema;

function answersOf({ responses = {} }: OpenApiOperation): Answer[] {
  const answers = Object.entries(responses).map(([status, { description, content }]) => {
    const isError = !/^[123]/.test(status);
    const schema = isError ? undefined : firstSchema(content);
    const fields = fieldsOf(schema);
    return { status, isError, codes: isError ? codesIn(description) : [], type: Object.keys(content ?? {})[0], fields };
  });
  const one = new Map<string, Answer>();
  for (const answer of answers) {
    const key = answer.isError ? answer.status : JSON.stringify([answer.type, answer.fields]);
    const same = one.get(key);
    one.set(key, same === undefined ? answer : { ...same, status: `${same.status}, ${answer.status}` });
  }
  return [...one.values()];
}

/** The document names the key or the cookie; the errors show how much of a session is required. */
function callerOf(path: string, { security = [] }: OpenApiOperation, codes: ReadonlySet<string>): Caller {
  if (security.some((each) => 'apiKey' in each)) return 'api-key';
  if (security.some((each) => 'session' in each)) {
    if (codes.has('forbidden')) return 'admin';
    return codes.has('email_not_verified') ? 'verified' : 'session';
  }
  if (path.startsWith('/sandbox/')) return 'sandbox';
  return path.startsWith('/bank-feed/') ? 'feed' : 'public';
}

function operationOf(path: string, method: string, operation: OpenApiOperation): Operation {
  const answers = answersOf(operation);
  const codes = new Set(answers.flatMap((answer) => answer.codes));
  return {
    id: operation.operationId ?? slug(`${method}-${path}`),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    caller: callerOf(path, operation, codes),
    needsRecentSignIn: codes.has('recent_sign_in_required'),
    parameters: (operation.parameters ?? []).map(({ name, in: place, required = false, description, schema = {}, example }) => {
      const field = fieldOf(name, schema, required);
      return { ...field, note: description ?? field.note, place, example };
    }),
    bodyTypes: Object.keys(operation.requestBody?.content ?? {}),
    body: fieldsOf(firstSchema(operation.requestBody?.content)),
    bodyExample: Object.values(operation.requestBody?.content ?? {})[0]?.example,
    answers,
  };
}

export function referenceOf(given: OpenApiDocument): Reference {
  const document = resolveRefs(given);
  const byTag = new Map<string, Operation[]>([
    [FIRST_TAG, []],
    ...(document.tags ?? []).map(({ name }) => [name, []] as [string, Operation[]]),
  ]);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!METHODS.has(method)) continue;
      const tag = operation.tags?.[0] ?? OTHER_TAG;
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationOf(path, method, operation)]);
    }
  }
  const groups = [...byTag]
    .map(([tag, operations]) => ({ id: `tag-${slug(tag)}`, tag, operations }))
    .filter(({ operations }) => operations.length > 0);
  return {
    version: document.info.version,
    baseUrl: document.servers?.[0]?.url ?? '',
    groups,
  };
}

const textOf = ({ method, path, summary, parameters, body, answers }: Operation, tag: string): string =>
  [
    tag,
    method,
    path,
    summary,
    ...[...parameters, ...body].map((field) => field.path),
    ...answers.flatMap(({ status, codes }) => [status, ...codes]),
  ]
    .join(' ')
    .toLowerCase();

/** Every word has to occur somewhere in a call: "post invoice", "409", "request_id". */
export function filterGroups(groups: readonly Group[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const text = textOf(operation, group.tag);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}
