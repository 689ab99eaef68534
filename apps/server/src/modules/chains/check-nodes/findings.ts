import { RpcError, type RpcFault } from '../rpc/rpc-errors';

/** ok: as it should be · note: works, but costs more or proves less · problem: the node cannot do the job as configured. */
export type Level = 'ok' | 'note' | 'problem';
export const LEVEL_WORD: Readonly<Record<Level, string>> = { ok: 'ok', note: 'note', problem: 'PROBLEM' };
export type Finding = { readonly level: Level; readonly text: string };

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const problem = (text: string): Finding => ({ level: 'problem', text });

/** This node cannot be checked any further. */
export class CheckEnds extends Error {
  constructor(readonly finding: Finding) {
    super(finding.text);
  }
}

type Explain = (said: string, hasKey: boolean, error: RpcError) => string;

const EXPLANATIONS: Partial<Record<RpcFault, Explain>> = {
  key: (said, hasKey) =>
    hasKey
      ? `refuses the key (${said}). Check the key beside this node, and whether the provider limits it to certain addresses.`
      : `wants a key and none is configured (${said}). Write it beside the node: https://node|Header: value, or into the address as the provider shows it.`,
  limited: (said, hasKey) =>
    /HTTP 403/.test(said) && !hasKey
      ? `turns us away (${said}): without a key, or for asking too often (TronGrid: 30 s). Get a key and write it beside the node.`
      : `asks us to wait (${said}). Wait a minute and check again; lower _RATE if it stays so.`,
  exhausted: (said) => `has used up its plan (${said}). Wait for its next day or month, take a larger plan, or add a node.`,
  timeout: (said) => `did not answer in time (${said}). Check the address, a firewall, or take a faster node.`,
  unreachable: (said, _hasKey, error) => `cannot be reached (${said}${causeOf(error)}). Check host name, port and firewall.`,
  garbage: (said) => `answers, but not with JSON-RPC (${said}). Check the path of the address: TronGrid's ends in /jsonrpc.`,
};

/** Why a node did not answer, and what to do about it. */
export function unanswered(error: RpcError, hasKey: boolean): Finding {
  const explain = EXPLANATIONS[error.fault];
  const said = error.message;
  return problem(explain?.(said, hasKey, error) ?? `turns the first question down (${said}). Check the path of the address.`);
}

function causeOf(error: RpcError): string {
  const cause = (error.options.cause as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof cause === 'string' ? `, ${cause}` : '';
}

export const asRpcError = (error: unknown): RpcError => {
  if (error instanceof RpcError) return error;
  throw error;
};

/** The value, or the node's error. */
export const tried = async <T>(ask: Promise<T>): Promise<T | RpcError> => ask.catch(asRpcError);

export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} hours` : `${Math.round(seconds / 86_400)} days`;
}
