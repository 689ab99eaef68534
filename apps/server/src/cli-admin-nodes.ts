import { loadNetworks } from './config';
import { checkNodes, type NodeReport } from './modules/chains/check-nodes/check-nodes';

/** Commands about chain nodes: they read the configuration alone and need no database. */
export type NodeCommand = {
  readonly takes: string;
  readonly does: string;
  /** The lines to print, and whether something is wrong. */
  run(args: readonly string[]): Promise<{ lines: string[]; isWrong: boolean }>;
};

const WORD = { ok: 'ok', note: 'note', problem: 'PROBLEM' } as const;
const NETWORK_WIDTH = 8;
const WORD_WIDTH = 8;

function linesOf(reports: readonly NodeReport[]): string[] {
  const width = Math.max(0, ...reports.map(({ node }) => node.length));
  return reports.flatMap(({ network, node, findings }) =>
    findings.map(({ level, text }) => `${network.padEnd(NETWORK_WIDTH)} ${node.padEnd(width)} ${WORD[level].padEnd(WORD_WIDTH)} ${text}`),
  );
}

async function runCheck() {
  const networks = loadNetworks().filter(({ enabled }) => enabled);
  if (networks.length === 0)
    return { lines: ['No network has a node. Set TRON_RPC_URLS and the others; see docs/deploy/chains.md.'], isWrong: true };
  const reports = await checkNodes(networks);
  const problems = reports.flatMap(({ findings }) => findings).filter(({ level }) => level === 'problem').length;
  const sum = problems === 0 ? 'Every node can do the job.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
  return { lines: [...linesOf(reports), '', sum], isWrong: problems > 0 };
}

export const NODE_COMMANDS: Readonly<Record<string, NodeCommand>> = {
  'check-nodes': { takes: '', does: 'ask each configured node whether it can do the job, and say what is missing', run: runCheck },
};
