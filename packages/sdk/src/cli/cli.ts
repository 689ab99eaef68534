import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createClient, type StablegateClient } from '../client';
import { listen, newSecret } from './listen';
import { type Environment, readSettings, writeSettings } from './settings';
import { TRIGGERS, type Trigger, trigger } from './trigger';

const USAGE = `stablegate <command>

  login                                     store the address of a gateway and an API key
  listen --forward-to <url>                 forward callbacks to this machine
  trigger <outcome> [trans_id]              let the sandbox pay this invoice, or a new one: ${TRIGGERS.join(', ')}
  invoices create --amount <n> --name <text> --request-id <id> [--callback-url <url>]
  invoices get <trans_id>
  invoices list [--status waiting|completed|expired] [--limit <n>]
  callbacks resend <trans_id>

Options
  --url <url>      the gateway (STABLEGATE_URL, else http://localhost:8080)
  --key <key>      an API key of the store (STABLEGATE_API_KEY)
  --secret <whsec> sign forwarded callbacks with this secret (STABLEGATE_CALLBACK_SECRET); else a new one is printed
  --body 1|2       forward the specified body, for completed and expired (1), or every event with its type (2)
`;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  body: { type: 'string', default: '1' },
  'forward-to': { type: 'string' },
  amount: { type: 'string' },
  name: { type: 'string' },
  'request-id': { type: 'string' },
  'callback-url': { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Terminal = {
  readonly env: Environment;
  readonly print: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
  /** Ends `listen`. */
  readonly signal: AbortSignal;
};

/** Bad usage: the message is all that is shown. */
class UsageError extends Error {}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.\n\n${USAGE}`);
  return value;
}

type Parsed = ReturnType<typeof parse>;
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function login({ values }: Parsed, { env, print, ask }: Terminal): Promise<void> {
  const { url } = readSettings(values, env);
  const apiKey = values.key ?? (await ask(`API key of your store at ${url}: `)).trim();
  const client = createClient({ baseUrl: url, apiKey });
  await client.listInvoices().next(); // refuses a wrong key, before it is stored
  print(`Signed in to ${url}. Stored in ${writeSettings({ url, apiKey }, env)}`);
}

async function startListening({ values }: Parsed, client: StablegateClient, { env, print, signal }: Terminal): Promise<void> {
  if (values.body !== '1' && values.body !== '2') throw new UsageError('--body is 1 or 2.');
  const secret = values.secret ?? env.STABLEGATE_CALLBACK_SECRET ?? newSecret();
  const target = required(values['forward-to'], '--forward-to');
  const forwardTo = /^https?:\/\//.test(target) ? target : `http://${target}`;
  await listen({ client, forwardTo, body: values.body, secret, print, signal });
}

async function listInvoices({ values }: Parsed, client: StablegateClient, { print }: Terminal): Promise<void> {
  const statuses = ['waiting', 'completed', 'expired'] as const;
  const status = statuses.find((each) => each === values.status);
  if (values.status !== undefined && status === undefined) throw new UsageError(`--status is one of ${statuses.join(', ')}.`);
  let left = Number.parseInt(values.limit, 10);
  for await (const invoice of client.listInvoices(status === undefined ? {} : { status })) {
    if (left <= 0) return;
    left -= 1;
    print([invoice.created_at, invoice.trans_id, invoice.status, invoice.amount, invoice.request_id ?? ''].join('  '));
  }
}

function newInvoice({ values }: Parsed, client: StablegateClient) {
  const callback = values['callback-url'];
  return client.createInvoice({
    name: required(values.name, '--name'),
    amount: required(values.amount, '--amount'),
    request_id: required(values['request-id'], '--request-id'),
    ...(callback === undefined ? {} : { callback_url: callback }),
  });
}

async function act(parsed: Parsed, terminal: Terminal): Promise<void> {
  const { env, print } = terminal;
  const [command = '', first = '', second = ''] = parsed.positionals;
  if (parsed.values.help === true || command === 'help') return print(USAGE);
  if (command === '') throw new UsageError(USAGE);
  if (command === 'login') return login(parsed, terminal);
  const { url, apiKey } = readSettings(parsed.values, env);
  const client = createClient({ baseUrl: url, apiKey: required(apiKey, 'An API key (run login, or give --key)') });
  const show = (value: object) => print(JSON.stringify(value, null, 2));
  switch (`${command} ${command === 'trigger' || command === 'listen' ? '' : first}`.trim()) {
    case 'listen':
      return startListening(parsed, client, terminal);
    case 'trigger': {
      if (!TRIGGERS.includes(first as Trigger)) throw new UsageError(`trigger needs one of ${TRIGGERS.join(', ')}.`);
      return print(await trigger(first as Trigger, client, url, second));
    }
    case 'invoices create':
      return show(await newInvoice(parsed, client));
    case 'invoices get':
      return show(await client.getInvoice(required(second, 'A trans_id')));
    case 'invoices list':
      return listInvoices(parsed, client, terminal);
    case 'callbacks resend':
      await client.resendCallback(required(second, 'A trans_id'));
      return print('It is being sent again.');
    default:
      throw new UsageError(`There is no command "${[command, first].join(' ').trim()}".\n\n${USAGE}`);
  }
}

/** Returns the exit code. */
export async function runCli(args: readonly string[], terminal: Terminal, complain: (line: string) => void): Promise<number> {
  try {
    await act(parse(args), terminal);
    return 0;
  } catch (error) {
    complain((error as Error).message);
    return error instanceof UsageError ? 2 : 1;
  }
}

export async function askOnTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
