import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@stablegate/contract';
import { Agent } from 'undici';

export type Call = {
  readonly method: string;
  /** Below the base of the API. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};
export type Answer = {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of a refusal. */
  readonly code: string | undefined;
};
export type Mail = { readonly subject: string; readonly text: string };

/** A running server, and what its operator alone can do for the suite. */
export type Surroundings = {
  /** The mails to an address, oldest first. */
  mailsTo(address: string): Promise<readonly Mail[]>;
  /** Somebody who is an admin. */
  readonly admin: { readonly username: string; readonly password: string };
  /** Makes the sign-ins of this user old; a server that is only given by its address cannot. */
  readonly ageSignIns?: (userId: string) => Promise<void>;
};
export type Target = Surroundings & {
  readonly origin: string;
  send(call: Call): Promise<Answer>;
  readonly sent: () => number;
  close(): Promise<void>;
};

const ANSWER_MS_MAX = 30_000;
/** A run that does not end by itself is a fault of the suite. */
const REQUESTS_MAX = 100_000;
const CONNECTIONS = 16;
/** A busy server tells its clients to come back; that it does so for ever is a finding. */
const COMES_BACK_MAX = 5;

const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** The suite floods, guesses and forges: it does so on this machine only. */
export function loopbackOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isLoopback(url.hostname)) {
    throw new Error(`"${address}" is not a server of this machine. Attacks go to localhost, 127.0.0.1 and [::1] only.`);
  }
  return url.origin;
}

function codeOf(status: number, text: string): string | undefined {
  if (status < 400) return undefined;
  try {
    return (JSON.parse(text) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

export function createTarget(address: string, surroundings: Surroundings): Target {
  const origin = loopbackOrigin(address);
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: ANSWER_MS_MAX, bodyTimeout: ANSWER_MS_MAX });
  let sent = 0;
  async function ask({ method, path, headers = {}, body }: Call): Promise<Answer> {
    try {
      const answer = await agent.request({ origin, path: API_BASE + path, method: method as 'GET', headers, body: body ?? null });
      const [status, text] = [answer.statusCode, await answer.body.text()];
      return { status, text, headers: answer.headers, code: codeOf(status, text) };
    } catch (error) {
      return { status: 0, text: '', headers: {}, code: error instanceof Error ? error.message : String(error) };
    }
  }
  async function send(call: Call, comesBack = 0): Promise<Answer> {
    sent += 1;
    if (sent > REQUESTS_MAX) throw new Error(`more than ${REQUESTS_MAX} requests`);
    const answer = await ask(call);
    const waitSeconds = Number(answer.headers['retry-after']);
    if (answer.status !== 503 || !Number.isFinite(waitSeconds) || comesBack >= COMES_BACK_MAX) return answer;
    await sleep(waitSeconds * 1_000);
    return send(call, comesBack + 1);
  }
  return {
    ...surroundings,
    origin,
    send: (call) => send(call),
    sent: () => sent,
    close: () => agent.close(),
  };
}

/** The same target, and how often it gave which answer from now on. */
export function counted(target: Target): { readonly target: Target; readonly answers: ReadonlyMap<string, number> } {
  const answers = new Map<string, number>();
  const send: Target['send'] = async (call) => {
    const answer = await target.send(call);
    const said = answer.code === undefined ? `${answer.status}` : `${answer.status} ${answer.code}`;
    answers.set(said, (answers.get(said) ?? 0) + 1);
    return answer;
  };
  return { target: { ...target, send }, answers };
}
