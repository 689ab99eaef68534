import { parseArgs } from 'node:util';
import { NETWORKS } from '@stablegate/contract';
import { SETUPS, type Setup } from '@stablegate/rules/networks';
import { loadNetworks } from '../config';
import { checkNodes, type NodeReport } from '../modules/chains/check-nodes/check-nodes';
import { LEVEL_WORD } from '../modules/chains/check-nodes/findings';
import { costReport } from '../modules/chains/status/cost-report';
import { judgeAccounts } from '../modules/chains/status/node-accounts';
import { setupNetworks } from './setups';
import { assumedShops, DEFAULT_SHOPS, findShops } from './shops';

/** Commands about chain nodes: they need the configuration; from a database they take what the shops need. */
export type NodeCommand = {
  readonly takes: string;
  readonly does: string;
  /** The lines to print, and whether something is wrong. */
  run(args: readonly string[]): Promise<{ lines: string[]; isWrong: boolean }>;
};

const NETWORK_WIDTH = 8;
const WORD_WIDTH = 8;

function linesOf(reports: readonly NodeReport[]): string[] {
  const width = Math.max(0, ...reports.map(({ node }) => node.length));
  return reports.flatMap(({ network, node, findings }) =>
    findings.map(
      ({ level, text }) => `${network.padEnd(NETWORK_WIDTH)} ${node.padEnd(width)} ${LEVEL_WORD[level].padEnd(WORD_WIDTH)} ${text}`,
    ),
  );
}

async function runCheck() {
  const networks = loadNetworks().filter(({ enabled }) => enabled);
  if (networks.length === 0)
    return { lines: [`No network has a node. Set ${NETWORKS[0]}_RPC_URLS or another one; see docs/deploy/chains.md.`], isWrong: true };
  const reports = await checkNodes(networks);
  const { load, text } = await findShops();
  const plans = judgeAccounts(networks, load);
  for (const { account, finding } of plans) reports.push({ network: 'plan', node: account, findings: [finding] });
  const problems = reports.flatMap(({ findings }) => findings).filter(({ level }) => level === 'problem').length;
  const sum = problems === 0 ? 'Every node can do the job.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
  return {
    lines: [...linesOf(reports), '', ...(plans.length > 0 ? [`Plans are compared with ${text}.`] : []), sum],
    isWrong: problems > 0,
  };
}

const OPTIONS = {
  'invoices-per-day': { type: 'string' },
  nodes: { type: 'string' },
  addresses: { type: 'string' },
  setup: { type: 'string' },
} as const;

function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number.parseInt(text, 10) < min) throw new Error(`--${name} is a whole number from ${min} on.`);
  return Number.parseInt(text, 10);
}

function setupNamed(code: string | undefined): Setup | undefined {
  const found = SETUPS.find((setup) => setup.code === code);
  if (code !== undefined && found === undefined) throw new Error(`--setup is one of ${SETUPS.map((setup) => setup.code).join(', ')}.`);
  return found;
}

/** Networks with nodes; all of them when there are none yet, to estimate costs before signing up. */
async function runCost(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const setup = setupNamed(values.setup);
  const invoicesPerDay = wholeNumber('invoices-per-day', values['invoices-per-day'], 0) ?? setup?.invoicesPerDay;
  const addresses = wholeNumber('addresses', values.addresses, 1) ?? setup?.addresses;
  const nodes = wholeNumber('nodes', values.nodes, 1);
  const shops =
    invoicesPerDay === undefined && addresses === undefined
      ? await findShops()
      : assumedShops({
          ...DEFAULT_SHOPS,
          ...(invoicesPerDay === undefined ? {} : { invoicesPerDay }),
          ...(addresses === undefined ? {} : { addresses }),
        });
  const all = setup === undefined ? loadNetworks() : setupNetworks(setup);
  const configured = all.filter(({ enabled }) => enabled);
  const { lines, isWrong } = costReport(configured.length > 0 ? configured : all, shops.load, nodes);
  const foot = configured.length > 0 ? [] : [`No network has a node yet: see --setup=${SETUPS.map(({ code }) => code).join('|')}.`];
  return { lines: [`${shops.text}.`, '', ...lines, ...foot], isWrong };
}

export const NODE_COMMANDS: Readonly<Record<string, NodeCommand>> = {
  'check-nodes': { takes: '', does: 'ask each configured node whether it can do the job, and say what is missing', run: runCheck },
  'rpc-cost': {
    takes: '[--invoices-per-day=N --addresses=N --nodes=N --setup=…]',
    does: 'calls, credits and calls a second that nodes and accounts need, and whether the plans carry them',
    run: runCost,
  },
};
