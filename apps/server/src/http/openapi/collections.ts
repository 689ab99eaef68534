import type { Json } from './schemas';

/** The part of our OpenAPI document that a collection is made of. */
type Parameter = { readonly name: string; readonly in: 'path' | 'query'; readonly required: boolean; readonly example?: unknown };
type Operation = {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};
type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

type Call = Operation & { readonly method: string; readonly path: string; readonly body: string | undefined };

function callsOf({ paths }: Document): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const example = operation.requestBody?.content['application/json']?.example;
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        body: example === undefined ? undefined : JSON.stringify(example, null, 2),
      };
    }),
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const inPlace = ({ parameters }: Call, place: Parameter['in']): Parameter[] => parameters.filter((each) => each.in === place);
/** `{trans_id}` of OpenAPI is `:trans_id` in both programs. */
const withColons = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Optional parameters are there to be switched on. */
function postmanItem(call: Call): Json {
  const path = withColons(call.path);
  const query = inPlace(call, 'query').map(({ name, required, example }) => ({ key: name, value: asText(example), disabled: !required }));
  const enabled = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  return {
    name: call.summary,
    request: {
      method: call.method,
      description: call.description,
      header: call.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{baseUrl}}${path}${enabled.length === 0 ? '' : `?${enabled.join('&')}`}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        query,
        variable: inPlace(call, 'path').map(({ name, example }) => ({ key: name, value: asText(example) })),
      },
      ...(call.body === undefined ? {} : { body: { mode: 'raw', raw: call.body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}

/** Postman's published format, version 2.1.0. The key is a variable: an exported collection contains no secret. */
export function postmanCollection(given: Json): Json {
  const document = given as unknown as Document;
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-KEY', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: document.servers[0]?.url ?? '', type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: callsOf(document).map(postmanItem),
  };
}

function brunoItem(call: Call, index: number): Json {
  const params = call.parameters.map(({ name, in: type, required, example }) => ({
    name,
    value: asText(example),
    type,
    enabled: type === 'path' || required,
  }));
  return {
    type: 'http',
    name: call.summary,
    seq: index + 1,
    request: {
      url: `{{baseUrl}}${withColons(call.path)}`,
      method: call.method,
      headers: [{ name: 'X-API-KEY', value: '{{apiKey}}', enabled: true }],
      params,
      auth: { mode: 'none' },
      body: { mode: call.body === undefined ? 'none' : 'json', json: call.body ?? null, formUrlEncoded: [], multipartForm: [] },
      script: {},
      vars: {},
      assertions: [],
      tests: '',
      docs: call.description,
    },
  };
}

/** What Bruno exports and imports as one file; the key is a secret of the environment, which Bruno keeps out of files. */
export function brunoCollection(given: Json): Json {
  const document = given as unknown as Document;
  const variable = (name: string, value: string, secret: boolean): Json => ({ name, value, type: 'text', enabled: true, secret });
  return {
    name: document.info.title,
    version: '1',
    items: callsOf(document).map(brunoItem),
    environments: [
      { name: 'Gateway', variables: [variable('baseUrl', document.servers[0]?.url ?? '', false), variable('apiKey', '', true)] },
    ],
  };
}
