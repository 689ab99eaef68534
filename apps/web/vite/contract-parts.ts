import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** What a call in the browser needs of a route. */
const KEPT = ['method', 'path', 'form'];
/** The back office's lists also read their `query`, as the rule of their filters, and the page for developers the merchant API's `errors`. */
const KEPT_BESIDES = [
  { test: /contract[\\/]src[\\/]admin[\\/]admin/, part: 'query' },
  { test: /contract[\\/]src[\\/]merchant[\\/]merchant-api\./, part: 'errors' },
];
const keptIn = (id: string): string[] => [...KEPT, ...KEPT_BESIDES.filter(({ test }) => test.test(id)).map(({ part }) => part)];
/** A screen that reads another part finds nothing there. */
const DROPPED_PART =
  /(?<!typeof )\b(?:\w+Api\.\w+\.(?:body|reply|params|summary|tag|statuses)|(?!admin)\w+Api\.\w+\.query|(?!merchantApi)\w+Api\.\w+\.errors)\b/;

const PART = /\?(?:rules|routes)$/;

type Edit = { readonly start: number; readonly end: number; readonly text: string };

const callsTo = (node: Node, name: string): Node[] => [
  ...(node.type === 'CallExpression' && (node.callee as Node).name === name ? [node] : []),
  ...childrenOf(node).flatMap((child) => callsTo(child, name)),
];

const propertiesOf = (value: unknown): Node[] => (isNode(value) && value.type === 'ObjectExpression' ? (value.properties as Node[]) : []);

const declaratorsIn = (program: Node): Node[] =>
  (program.body as Node[])
    .map((each) => (each.type === 'ExportNamedDeclaration' ? each.declaration : each))
    .filter(isNode)
    .flatMap(({ type, declarations }) => (type === 'VariableDeclaration' ? (declarations as Node[]) : []));

/** `defineRoute({…})`, and the constants spread into it, keep only the named properties. */
function trimmedRoutes(program: Node, kept: readonly string[]): Edit[] {
  const routes = callsTo(program, 'defineRoute').flatMap((call) => propertiesOf((call.arguments as Node[])[0]));
  const spread = new Set(routes.filter(({ type }) => type === 'SpreadElement').map(({ argument }) => (argument as Node).name));
  const common = declaratorsIn(program).flatMap(({ id, init }) => (spread.has((id as Node).name) ? propertiesOf(init) : []));
  return [...routes, ...common]
    .filter(({ type, key }) => type === 'Property' && !kept.includes(String((key as Node).name)))
    .map(({ start, end }) => ({ start, end, text: '...{}' }));
}

const hasCall = (node: Node): boolean => node.type === 'CallExpression' || childrenOf(node).some(hasCall);
const isComputed = (value: Node): boolean => !value.type.endsWith('FunctionExpression') && hasCall(value);

/** Constants that call something: wrapped as a pure call, so that an unused one disappears. */
function pureConstants(program: Node): Edit[] {
  return declaratorsIn(program).flatMap(({ init }) =>
    isNode(init) && isComputed(init)
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        ]
      : [],
  );
}

/**
 * A file of the contract becomes three modules: its plain constants, its rules (`?rules`) and its tables of routes (`?routes`). A page that
 * calls a route then does without the rules beside it, since bundlers split by module.
 */
function splitUp(program: Node, id: string): Edit[] {
  const constants = (program.body as Node[]).filter((each) => each.type === 'ExportNamedDeclaration' && isNode(each.declaration));
  return constants.flatMap(({ start, end, declaration }) => {
    const { type, declarations } = declaration as Node;
    const declared = type === 'VariableDeclaration' ? (declarations as Node[]) : [];
    if (!declared.some(hasCall)) return [];
    const part = declared.some((each) => callsTo(each, 'defineRoute').length > 0) ? 'routes' : 'rules';
    const names = declared.map((each) => String((each.id as Node).name)).join(', ');
    return [{ start, end, text: `import { ${names} } from ${JSON.stringify(`${id}?${part}`)}; export { ${names} };` }];
  });
}

const applied = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end), code);

/**
 * The contract is one package with tables of routes and their schemas. The server checks by the schemas; a browser needs a route's method
 * and path, and a form its own field's rule. Without the rest, a page whose forms have no rules does without the validator (20 KB gzipped).
 */
export const contractParts = (): Plugin[] => [
  {
    name: 'contract-parts',
    apply: 'build',
    transform: {
      filter: { id: /packages[\\/]contract[\\/]src[\\/]/ },
      handler(code, id) {
        const program = this.parse(code) as unknown as Node;
        const moved = PART.test(id) ? [] : splitUp(program, id);
        const trimmed = PART.test(id) ? trimmedRoutes(program, keptIn(id)) : [];
        const pure = pureConstants(program).filter(({ start }) => !moved.some((each) => each.start < start && start <= each.end));
        return { code: applied(code, [...moved, ...trimmed, ...pure]), map: null, moduleSideEffects: false };
      },
    },
  },
  {
    name: 'contract-parts-in-use',
    apply: 'build',
    transform: {
      filter: { id: /apps[\\/]web[\\/]src[\\/].*\.tsx?$/ },
      handler(code) {
        const [found] = DROPPED_PART.exec(code) ?? [];
        if (found !== undefined) this.error(`${found} is left out of the browser's contract: export its rule as a constant`);
      },
    },
  },
];
