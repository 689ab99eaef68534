import { Ajv2020 } from 'ajv/dist/2020';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../../test/app';

/**
 * What Spectral (spectral:oas) and Redocly (recommended) check of a document like ours. The two bring 200 packages, too many to install for
 * every test run; docs/releasing.md runs them once per release, and this keeps them quiet in between.
 */
type Json = { readonly [name: string]: unknown };
type Media = { readonly schema: Json; readonly example?: unknown };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json; readonly example: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>>;
};
type Calls = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Document = {
  readonly info: { readonly description: string; readonly contact: { readonly email: string }; readonly license: Json };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Calls;
  readonly webhooks: Calls;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
};

const operationsOf = (calls: Calls) =>
  Object.entries(calls).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ at: `${method} ${path}`, path, call })),
  );

/** Every object in the document with the place where it stands. */
function* parts(value: unknown, at = '#'): Generator<{ at: string; part: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, part: value as Json };
  for (const [name, each] of Object.entries(value)) yield* parts(each, `${at}/${name}`);
}

describe.each(['/api/v1/openapi.json', '/api/v1/openapi-merchant.json'])('%s', (url) => {
  let document: Document;
  let calls: { at: string; path: string; call: Operation }[];
  beforeAll(async () => {
    const app = await startTestApp({ roles: ['api'] });
    document = (await app.server.inject({ url })).json<Document>();
    calls = [...operationsOf(document.paths), ...operationsOf(document.webhooks)];
  });

  test('says whose it is and under which licence', () => {
    expect(document.info).toMatchObject({ description: expect.stringMatching(/\w/), license: { identifier: 'Apache-2.0' } });
    expect(document.info.contact.email).toMatch(/@/);
    expect(document.servers.filter((server) => server.url.endsWith('/'))).toEqual([]);
  });

  test('every call has its own name, a description and a described group', () => {
    const names = calls.map(({ call }) => call.operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(calls.filter(({ call }) => !/\.$/.test(call.description) || !/\w/.test(call.summary)).map(({ at }) => at)).toEqual([]);
    const described = new Set(document.tags.filter(({ description }) => /\w/.test(description)).map(({ name }) => name));
    expect(calls.filter(({ call }) => call.tags.length !== 1 || !described.has(call.tags[0] ?? '')).map(({ at }) => at)).toEqual([]);
    expect([...described].filter((name) => !calls.some(({ call }) => call.tags.includes(name)))).toEqual([]);
  });

  test('paths and their parameters agree, and every refusal is described', () => {
    const own = operationsOf(document.paths);
    expect(own.filter(({ path }) => /\/$|\?/.test(path)).map(({ at }) => at)).toEqual([]);
    const wrong = own.filter(({ path, call }) => {
      const declared = (call.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
      const used = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return JSON.stringify(declared.sort()) !== JSON.stringify(used.sort());
    });
    expect(wrong.map(({ at }) => at)).toEqual([]);
    const statuses = (call: Operation) => Object.keys(call.responses);
    expect(own.filter(({ call }) => !statuses(call).some((status) => /^4/.test(status))).map(({ at }) => at)).toEqual([]);
    expect(own.filter(({ call }) => !statuses(call).some((status) => /^2/.test(status))).map(({ at }) => at)).toEqual([]);
    const known = Object.keys(document.components.securitySchemes);
    expect(calls.flatMap(({ call }) => call.security.flatMap(Object.keys)).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every reference leads somewhere, and nothing is described that no call uses', () => {
    const refs = new Set([...parts(document)].flatMap(({ part }) => (typeof part.$ref === 'string' ? [part.$ref] : [])));
    const schemas = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...refs].filter((ref) => ref.startsWith('#/components/schemas/') && !schemas.includes(ref))).toEqual([]);
    expect(schemas.filter((name) => !refs.has(name))).toEqual([]);
  });

  test('what is required is described, and no value is listed twice', () => {
    const wrong = [...parts(document)].flatMap(({ at, part }) => {
      const names = Array.isArray(part.required) ? (part.required as string[]) : [];
      const undefinedNames = names.filter((name) => !Object.hasOwn((part.properties as object | undefined) ?? {}, name));
      const values = Array.isArray(part.enum) ? part.enum : [];
      return undefinedNames.length > 0 || new Set(values).size < values.length ? [`${at} ${undefinedNames.join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  /** Of bodies, of answers, and of each parameter. */
  const examplesOf = ({ requestBody, responses, parameters = [] }: Operation) => [
    ...[requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
      .flatMap((content) => Object.values(content ?? {}))
      .map((media) => ({ ...media, what: '' })),
    ...parameters.map(({ name, schema, example }) => ({ schema, example, what: ` ${name}` })),
  ];

  test('every example is valid under its schema, of callbacks, forms and parameters too', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'api');
    const wrong: string[] = [];
    let count = 0;
    for (const { at, call } of calls) {
      for (const { schema, example, what } of examplesOf(call)) {
        if (schema.format === 'binary') continue;
        count += 1;
        const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')));
        if (!validate(example)) wrong.push(`${at}${what}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(2 * calls.length);
  });
});
