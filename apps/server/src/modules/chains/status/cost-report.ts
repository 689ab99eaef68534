import { PROVIDERS } from '@stablegate/rules/networks';
import type { NetworkSettings } from '../../../config-networks';
import { LEVEL_WORD } from '../check-nodes/findings';
import { type AccountLoad, accountsOf, judgeAccounts, type Load, quotaPerDay, unitOf, usdPerMonth } from './node-accounts';
import { costOf } from './rpc-cost';

export type CostReport = { readonly lines: string[]; readonly isWrong: boolean };
type Cells = readonly string[];

const figure = (value: number): string => Math.round(value).toLocaleString('en');
const limit = (value: number): string => (Number.isFinite(value) ? figure(value) : '-');

/** Columns as wide as their widest cell: texts begin at the left, figures end at the right. */
function aligned(rows: readonly Cells[], texts: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** With `nodes` as a supposition instead of the configured ones. */
function networkRows(networks: readonly NetworkSettings[], load: Load, nodes: number | undefined): { rows: Cells[]; short: string[] } {
  const short: string[] = [];
  const rows = networks.map((settings) => {
    const { network, endpoints } = settings;
    const count = nodes ?? (endpoints.length || 2);
    const { idle, open, expected } = costOf(settings, {
      nodes: count,
      invoicesPerDay: load.invoicesPerDay(network),
      addresses: load.addresses(network),
    });
    const budget = Math.min(...endpoints.map((node) => node.budget ?? Number.POSITIVE_INFINITY));
    if (budget < expected) short.push(`${network}: the budget of ${figure(budget)} is too small, ${figure(expected)} are needed.`);
    return [network, String(count), figure(load.addresses(network)), figure(idle), figure(open), figure(expected), limit(budget)];
  });
  return { rows, short };
}

const accountRow = (account: AccountLoad): Cells => {
  const { provider, plan, networks, callsPerDay, creditsPerDay, callsPerSecond, creditsPerSecond } = account;
  const isByCredits = plan.callsPerSecond === undefined && plan.creditsPerSecond !== undefined;
  return [
    `${PROVIDERS[provider].name} ${plan.name}`,
    networks.join(' '),
    figure(callsPerDay),
    unitOf(provider) === 'calls' ? '' : figure(creditsPerDay),
    limit(quotaPerDay(plan)),
    (isByCredits ? creditsPerSecond : callsPerSecond).toFixed(1),
    limit((isByCredits ? plan.creditsPerSecond : plan.callsPerSecond) ?? Number.POSITIVE_INFINITY),
    figure(usdPerMonth(account)),
  ];
};

/** What the nodes of these networks are asked in a day, and whether the accounts carry it. */
export function costReport(networks: readonly NetworkSettings[], load: Load, nodes?: number): CostReport {
  const { rows, short } = networkRows(networks, load, nodes);
  const heads = ['network', 'nodes', 'addresses', 'nothing open', 'always open', 'expected', 'budget'];
  const lines = ['Calls a day and node:', ...aligned([heads, ...rows], 1)];
  const accounts = nodes === undefined ? accountsOf(networks, load) : [];
  const verdicts = nodes === undefined ? judgeAccounts(networks, load) : [];
  if (accounts.length > 0) {
    const columns = ['account', 'networks', 'calls a day', 'credits', 'allowed', 'a second', 'allowed', 'USD a month'];
    lines.push('', 'All networks of an account together:', ...aligned([columns, ...accounts.map(accountRow)], 2));
  }
  const unknown = nodes === undefined ? networks.filter(({ endpoints }) => endpoints.some(({ account }) => account === undefined)) : [];
  const found = [
    ...short.map((text) => `${LEVEL_WORD.problem} ${text}`),
    ...verdicts
      .filter(({ finding }) => finding.level !== 'ok')
      .map(({ account, finding }) => `${LEVEL_WORD[finding.level]} ${account} ${finding.text}`),
    ...(unknown.length === 0
      ? []
      : [`Nodes without a known plan: ${unknown.map(({ network }) => network).join(', ')}. Compare them with the first table.`]),
  ];
  const isWrong = short.length > 0 || verdicts.some(({ finding }) => finding.level === 'problem');
  const sum = accounts.length > 0 && !isWrong ? ['Every plan carries its networks.'] : [];
  return { lines: [...lines, '', ...found, ...sum].filter((line, index, all) => line !== '' || index < all.length - 1), isWrong };
}
