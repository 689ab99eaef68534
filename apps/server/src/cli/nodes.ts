import { parseArgs } from 'node:util';
import { NETWORKS } from '@stablegate/contract';
import { loadNetworks, type NetworkSettings } from '../config';
import { checkNodes, type NodeReport } from '../modules/chains/check-nodes/check-nodes';
import { LEVEL_WORD } from '../modules/chains/check-nodes/findings';
import { costOf } from '../modules/chains/status/rpc-cost';
import { smallestPlan } from '../modules/chains/status/rpc-plans';

/** Commands about chain nodes: they need the configuration only, no database. */
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
  const problems = reports.flatMap(({ findings }) => findings).filter(({ level }) => level === 'problem').length;
  const sum = problems === 0 ? 'Every node can do the job.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
  return { lines: [...linesOf(reports), '', sum], isWrong: problems > 0 };
}

const OPTIONS = {
  'invoices-per-day': { type: 'string', default: '100' },
  nodes: { type: 'string' },
  addresses: { type: 'string', default: '20' },
} as const;

function wholeNumber(name: string, text: string, min: number): number {
  if (!/^\d{1,9}$/.test(text) || Number.parseInt(text, 10) < min) throw new Error(`--${name} is a whole number from ${min} on.`);
  return Number.parseInt(text, 10);
}

const COLUMNS = [8, 5, 13, 12, 12] as const;
const row = (cells: readonly string[], last: string): string =>
  `${cells.map((cell, index) => (index === 0 ? cell.padEnd(COLUMNS[0]) : cell.padStart(COLUMNS[index] ?? 0))).join('  ')}  ${last}`;
const figure = (value: number): string => value.toLocaleString('en');

function verdict(settings: NetworkSettings, expected: number): { text: string; isShort: boolean } {
  const budgets = settings.endpoints.flatMap(({ budget }) => budget ?? []);
  const smallest = Math.min(...budgets);
  if (budgets.length > 0 && smallest < expected) return { text: `the budget of ${figure(smallest)} is too small`, isShort: true };
  const plan = smallestPlan(settings.network, expected);
  const budget = budgets.length > 0 ? `, within the budget of ${figure(smallest)}` : '';
  return { text: `${plan === undefined ? 'a paid plan or a node of your own' : plan.name}${budget}`, isShort: false };
}

/** Networks with nodes; all of them when there are none yet, to estimate costs before signing up. */
async function runCost(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const invoicesPerDay = wholeNumber('invoices-per-day', values['invoices-per-day'], 0);
  const addresses = wholeNumber('addresses', values.addresses, 1);
  const all = loadNetworks();
  const chosen = all.some(({ enabled }) => enabled) ? all.filter(({ enabled }) => enabled) : all;
  let isWrong = false;
  const lines = chosen.map((settings) => {
    const nodes = values.nodes === undefined ? settings.endpoints.length || 2 : wholeNumber('nodes', values.nodes, 1);
    const cost = costOf(settings, { nodes, invoicesPerDay, addresses });
    const { text, isShort } = verdict(settings, cost.expected);
    isWrong ||= isShort;
    return row([cost.network, String(nodes), figure(cost.idle), figure(cost.open), figure(cost.expected)], text);
  });
  const head = row(['network', 'nodes', 'nothing open', 'always open', `${figure(invoicesPerDay)}/day`], 'suffices');
  const foot = `Requests a day and node, with ${figure(addresses)} addresses. See docs/deploy/chains.md for the plans.`;
  return { lines: [head, ...lines, '', foot], isWrong };
}

export const NODE_COMMANDS: Readonly<Record<string, NodeCommand>> = {
  'check-nodes': { takes: '', does: 'ask each configured node whether it can do the job, and say what is missing', run: runCheck },
  'rpc-cost': {
    takes: '[--invoices-per-day=N --nodes=N --addresses=N]',
    does: 'requests a day that each node needs, and which plan suffices',
    run: runCost,
  },
};
