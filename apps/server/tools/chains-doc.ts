import { NETWORKS } from '@stablegate/contract';
import { DESCRIPTORS, type Plan, PROVIDER_CODES, PROVIDERS, SETUPS, type Setup } from '@stablegate/rules/networks';
import { NODE_COMMANDS } from '../src/cli/nodes';
import { setupEnvironment } from '../src/cli/setups';
import { loadNetworks } from '../src/config';
import { costOf } from '../src/modules/chains/status/rpc-cost';
import { readRepositoryFile, writeRepositoryFile } from './networks';

/** `npm run docs`: the figures of docs/deploy/chains.md are what the command prints and what the plans say. */
export const CHAINS_PAGE = 'docs/deploy/chains.md';

const figure = (value: number): string => Math.round(value).toLocaleString('en');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

async function setupSection(setup: Setup): Promise<string[]> {
  const { lines } = (await NODE_COMMANDS['rpc-cost']?.run([`--setup=${setup.code}`])) ?? { lines: [] };
  return [
    `### ${setup.code[0]?.toUpperCase()}${setup.code.slice(1)}: ${setup.for}`,
    '',
    '```sh',
    ...Object.entries(setupEnvironment(setup)).map(([name, value]) => `${name}="${value}"`),
    '```',
    '',
    `\`npm run admin -- rpc-cost --setup=${setup.code}\` prints:`,
    '',
    '```',
    ...lines,
    '```',
    '',
  ];
}

const [IDLE_ADDRESSES, EXAMPLES] = [20, [20, 100, 500, 2_000]] as const;
const thousands = (value: number): string => figure(Math.round(value / 100) * 100);

function costTable(): string[] {
  const all = loadNetworks({});
  const rows = NETWORKS.map((network) => {
    const settings = all.find((each) => each.network === network);
    if (settings === undefined) throw new Error(`no ${network}`);
    const cost = (nodes: number, invoicesPerDay: number) => costOf(settings, { nodes, invoicesPerDay, addresses: IDLE_ADDRESSES });
    const expected = EXAMPLES.map((invoices) => thousands(cost(2, invoices).expected));
    return row([DESCRIPTORS[network].shortName, thousands(cost(2, 0).idle), ...expected, thousands(cost(1, 0).open)]);
  });
  const [first, ...rest] = EXAMPLES;
  const heads = ['network', 'idle', `${first} invoices a day`, ...rest.map(figure), 'open all day, one node'];
  return [row(heads), row(['---', ...heads.slice(1).map(() => '--:')]), ...rows];
}

const allowance = ({ quota }: Plan): string => {
  if (quota === undefined) return 'what is paid for';
  return quota.days === 1 ? `${figure(quota.credits)} a day` : `${figure(quota.credits)} in ${quota.days} days`;
};
const rate = ({ callsPerSecond, creditsPerSecond, callsPerSecondOn = {} }: Plan): string => {
  const least = Object.entries(callsPerSecondOn).map(([family, calls]) => `; ${family} ${calls}`);
  return `${callsPerSecond === undefined ? `${figure(creditsPerSecond ?? 0)} credits` : `${figure(callsPerSecond)} calls`}${least.join('')}`;
};

function planTable(): string[] {
  const rows = PROVIDER_CODES.flatMap((code) => {
    const { name, credits, plans, source } = PROVIDERS[code];
    const prices = Object.entries(credits)
      .map(([family, { each, ...methods }]) => {
        const dearer = Object.entries(methods).map(([method, price]) => `${method} ${price}`);
        return `${family} ${[each, ...dearer].join(', ')}`;
      })
      .join('; ');
    return plans.map((plan, index) =>
      row([
        index === 0 ? `${name} (\`${code}\`)` : '',
        `${plan.name} (\`${plan.code}\`)`,
        plan.usdPerMillionCredits === undefined ? `$${plan.usdPerMonth}` : `$${plan.usdPerMillionCredits} per million credits`,
        allowance(plan),
        rate(plan),
        [plan.rangeMax === undefined ? '' : `${figure(plan.rangeMax)} blocks`, ...Object.values(plan.without ?? {})]
          .filter(Boolean)
          .join('; '),
        index === 0 ? prices : '',
        index === 0 ? source : '',
      ]),
    );
  });
  const heads = ['provider', 'plan', 'a month', 'calls or credits', 'a second', 'limits', 'credits per call', 'source'];
  return [row(heads), row(heads.map(() => '---')), ...rows];
}

function withBlock(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${CHAINS_PAGE} has no place for ${name}`);
  return `${text.slice(0, from + begin.length)}\n\n${lines.join('\n').trim()}\n\n${text.slice(to)}`;
}

export async function chainsPage(): Promise<string> {
  const sections = (await Promise.all(SETUPS.map(setupSection))).flat();
  const blocks: [string, string[]][] = [
    ['set-ups', sections],
    ['cost', costTable()],
    ['plans', planTable()],
  ];
  return blocks.reduce((text, [name, lines]) => withBlock(text, name, lines), readRepositoryFile(CHAINS_PAGE));
}

if (process.argv[1]?.endsWith('chains-doc.ts') === true) writeRepositoryFile(CHAINS_PAGE, await chainsPage());
