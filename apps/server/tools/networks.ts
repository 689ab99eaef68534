import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NetworkDescriptor, OWN_NODE, PROVIDERS, type ProviderCode, SETUPS } from '@stablegate/rules/networks';
import { setupEnvironment } from '../src/cli/setups';
import { serverRoot } from '../src/platform/paths';

/**
 * `npm run networks`: what follows from the files in packages/rules/src/networks. The lists are written out, because the browser gets names
 * and families alone: a page with mainnet's contracts would ask a wallet for real money on a test network.
 */
const ROOT = join(serverRoot(), '../..');
const FOLDER = 'packages/rules/src/networks';
const NOT_NETWORKS = /^(descriptor|families|family|index|providers)\.ts$|\.generated\.ts$|\.test\.ts$/;
const HEAD = 'Written by `npm run networks` from the networks in packages/rules/src/networks; do not edit.';

type Described = { readonly file: string; readonly descriptor: NetworkDescriptor };

export async function readDescriptors(): Promise<Described[]> {
  const files = readdirSync(join(ROOT, FOLDER)).filter((file) => file.endsWith('.ts') && !NOT_NETWORKS.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      const { descriptor } = (await import(join(ROOT, FOLDER, file))) as { descriptor: NetworkDescriptor };
      return { file: file.replace('.ts', ''), descriptor };
    }),
  );
  return found.sort((a, b) => a.descriptor.position - b.descriptor.position);
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function table(name: string, type: string, networks: readonly Described[], field: (network: NetworkDescriptor) => string): string[] {
  const rows = networks.map(({ descriptor }) => `  ${descriptor.code}: ${quoted(field(descriptor))},`);
  return [`export const ${name}: Readonly<Record<Network, ${type}>> = {`, ...rows, '};'];
}

function names(networks: readonly Described[]): string[] {
  const codes = networks.map(({ descriptor: { code } }) => quoted(code));
  const preselected = networks.filter(({ descriptor }) => descriptor.isPreselected).map(({ descriptor: { code } }) => quoted(code));
  if (preselected.length !== 1) throw new Error(`one network is preselected, not ${preselected.length}`);
  return [
    `// ${HEAD}`,
    "import type { NetworkFamily } from './descriptor';",
    '',
    `export const NETWORKS = [${codes.join(', ')}] as const;`,
    'export type Network = (typeof NETWORKS)[number];',
    '',
    `/** The payment page begins with it. */`,
    `export const PRESELECTED_NETWORK: Network = ${preselected[0]};`,
    '',
    '/** As exchanges print them in their lists of networks. Proper names: the same in every language. */',
    ...table('NETWORK_NAMES', 'string', networks, ({ name }) => name),
    '',
    ...table('FAMILY_OF', 'NetworkFamily', networks, ({ family }) => family),
    '',
  ];
}

const apiNames = (networks: readonly Described[]): string[] => [
  `// ${HEAD}`,
  "import type { Network } from './names.generated';",
  '',
  '/** On the page for developers. */',
  ...table('NETWORK_API_NAMES', 'string', networks, ({ apiName }) => apiName),
  '',
];

const list = (networks: readonly Described[]): string[] => [
  `// ${HEAD}`,
  "import type { NetworkDescriptor } from './descriptor';",
  "import type { Network } from './names.generated';",
  ...networks.map(({ file, descriptor: { code } }) => `import { descriptor as ${code} } from './${file}';`),
  '',
  `export const DESCRIPTORS: Readonly<Record<Network, NetworkDescriptor>> = { ${networks.map(({ descriptor: { code } }) => code).join(', ')} };`,
  '',
];

/** Browsers that style the list of a select show each network's icon in it. A server-rendered page may carry no inline style. */
const icons = (networks: readonly Described[]): string[] => [
  `/* ${HEAD} */`,
  '@supports (appearance: base-select) {',
  ...networks.flatMap(({ descriptor: { code } }) => [
    `  .pick option[value="${code}"]::before {`,
    `    background-image: url("/networks/${code.toLowerCase()}.svg");`,
    '  }',
  ]),
  '}',
  '',
];

/** Lines of a file that is written by hand otherwise: the first ones that look like that. */
type Part = { readonly path: string; readonly line: RegExp; readonly of: (network: NetworkDescriptor) => string };

const providersOf = ({ urls, others }: NetworkDescriptor['nodes']): string => {
  const named = Object.keys(urls).map((code) => (code === OWN_NODE ? 'a node of your own' : PROVIDERS[code as ProviderCode].name));
  return [...named, others].filter((name) => name !== '').join(', ');
};
/** The samples have the smallest set-up: its accounts carry the networks that it fills in. */
function sampled(code: string): string {
  const value = setupEnvironment(SETUPS[0])[`${code}_RPC_URLS`];
  return value === undefined ? '' : `"${value}"`;
}

const COMPOSE = 'docker-compose.yml';
const SAMPLE = 'deploy/compose.env.example';
const CHAINS = 'docs/deploy/chains.md';
const PARTS: readonly Part[] = [
  { path: COMPOSE, line: /^ {2}\w+_RPC_URLS: /, of: ({ code }) => `  ${code}_RPC_URLS: \${${code}_RPC_URLS:-}` },
  { path: COMPOSE, line: /^ {2}PLATFORM_ADDRESS_\w+: /, of: ({ code }) => `  PLATFORM_ADDRESS_${code}: \${PLATFORM_ADDRESS_${code}:-}` },
  { path: SAMPLE, line: /^\w+_RPC_URLS=/, of: ({ code }) => `${code}_RPC_URLS=${sampled(code)}` },
  { path: SAMPLE, line: /^PLATFORM_ADDRESS_\w+=/, of: ({ code }) => `PLATFORM_ADDRESS_${code}=` },
  {
    path: CHAINS,
    line: /^\| (?!network \||---)/,
    of: ({ shortName, nodes }) => `| ${shortName} | ${providersOf(nodes)} | ${nodes.note} |`,
  },
];

function withPart(text: string, { path, line, of }: Part, networks: readonly Described[]): string {
  const all = text.split('\n');
  const first = all.findIndex((each) => line.test(each));
  if (first < 0) throw new Error(`${path} has no line like ${line}`);
  const length = all.slice(first).findIndex((each) => !line.test(each));
  return all.toSpliced(first, length, ...networks.map(({ descriptor }) => of(descriptor))).join('\n');
}

function parts(networks: readonly Described[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const part of PARTS) texts.set(part.path, withPart(texts.get(part.path) ?? readRepositoryFile(part.path), part, networks));
  return texts;
}

/** By path from the root. */
export async function networkFiles(): Promise<Map<string, string>> {
  const networks = await readDescriptors();
  const files: [string, string[]][] = [
    [`${FOLDER}/names.generated.ts`, names(networks)],
    [`${FOLDER}/api-names.generated.ts`, apiNames(networks)],
    [`${FOLDER}/list.generated.ts`, list(networks)],
    ['apps/web/src/pay/bill/network-icons.generated.css', icons(networks)],
  ];
  return new Map([...files.map(([path, lines]) => [path, lines.join('\n')] as const), ...parts(networks)]);
}

export const readRepositoryFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const writeRepositoryFile = (path: string, text: string): void => writeFileSync(join(ROOT, path), text);

if (process.argv[1]?.endsWith('tools/networks.ts') === true)
  for (const [path, text] of await networkFiles()) writeRepositoryFile(path, text);
