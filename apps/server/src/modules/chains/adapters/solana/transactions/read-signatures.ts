import type { Endpoint } from '../../../rpc/endpoint';
import { RpcError } from '../../../rpc/rpc-errors';
import { readTransactions } from '../solana-node';
import type { SolanaTransaction } from '../solana-wire';

export type Wanted = { readonly signature: string /** Those that listed it are asked first. */; readonly nodes: readonly Endpoint[] };
/** The transaction, or why no node could return it. */
export type Got = SolanaTransaction | RpcError;

const NOT_KNOWN = 'no node has the transaction yet';
/** Every queried node answered and none has it; anything else is a node fault. */
export const isUnknown = (got: Got | undefined): boolean => got instanceof RpcError && got.message === NOT_KNOWN;

async function ask(endpoint: Endpoint, signatures: readonly string[]): Promise<readonly (Got | null)[]> {
  try {
    return await readTransactions(endpoint, signatures, 'confirmed');
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    endpoint.failed(error);
    return signatures.map(() => error);
  }
}

const inTurn = (nodes: readonly Endpoint[], turn: number): Endpoint[] => [...nodes.slice(turn % nodes.length), ...nodes];

/**
 * Each transaction from one node that can return it; they take turns, because each has its own rate. Failures are per transaction: one of
 * an unsupported version does not block the others.
 */
export async function readWanted(panel: readonly Endpoint[], wanted: readonly Wanted[]): Promise<Map<string, Got>> {
  const got = new Map<string, Got>();
  const left = new Map(wanted.map((want) => [want.signature, want]));
  const asked = new Map<string, Set<Endpoint>>();
  for (let round = 0; round < panel.length && left.size > 0; round += 1) {
    const turns = new Map<Endpoint, string[]>();
    for (const [index, { signature, nodes }] of [...left.values()].entries()) {
      const before = asked.get(signature) ?? new Set();
      const next = [...inTurn(nodes.length === 0 ? panel : nodes, index), ...panel].find(
        (endpoint) => panel.includes(endpoint) && !before.has(endpoint),
      );
      if (next === undefined) continue;
      asked.set(signature, before.add(next));
      turns.set(next, [...(turns.get(next) ?? []), signature]);
    }
    await Promise.all(
      [...turns].map(async ([endpoint, signatures]) => {
        for (const [index, value] of (await ask(endpoint, signatures)).entries()) {
          const signature = signatures[index] ?? '';
          const known = got.get(signature);
          if (value instanceof RpcError || value === null) got.set(signature, value ?? known ?? new RpcError('behind', NOT_KNOWN));
          else {
            got.set(signature, value);
            left.delete(signature);
          }
        }
      }),
    );
  }
  return got;
}
