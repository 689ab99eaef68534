import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { loadCommandConfig } from './config';
import { createOperators, type OperatorCall, type Operators } from './modules/accounts/operators';
import { systemClocks } from './platform/clock';
import { createDb } from './platform/db';

type Command = {
  readonly does: string;
  run(operators: Operators, call: OperatorCall): Promise<boolean>;
  readonly done: (username: string) => string;
  readonly nothing: (username: string) => string;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  grant: {
    does: 'make a user an administrator',
    run: (operators, call) => operators.grantAdmin(call),
    done: (name) => `${name} is an administrator now.`,
    nothing: (name) => `${name} is an administrator already.`,
  },
  revoke: {
    does: 'take the role away again; all sessions end',
    run: (operators, call) => operators.revokeAdmin(call),
    done: (name) => `${name} is no administrator any more and was signed out everywhere.`,
    nothing: (name) => `${name} is no administrator.`,
  },
  'reset-2fa': {
    does: 'remove the authenticator app and its recovery codes; all sessions end',
    run: (operators, call) => operators.resetTwoFactor(call),
    done: (name) => `Two-factor of ${name} was removed; the next sign-in asks for the password alone.`,
    nothing: (name) => `${name} has no two-factor.`,
  },
  'disable-user': {
    does: 'shut a user out; all sessions end',
    run: (operators, call) => operators.disableUser(call),
    done: (name) => `${name} is disabled and was signed out everywhere.`,
    nothing: (name) => `${name} is disabled already.`,
  },
  'enable-user': {
    does: 'let a disabled user in again',
    run: (operators, call) => operators.enableUser(call),
    done: (name) => `${name} may sign in again.`,
    nothing: (name) => `${name} is not disabled.`,
  },
};

const WIDTH = 36;
const USAGE = `${Object.entries(COMMANDS)
  .map(([name, { does }]) => `npm run admin -- ${`${name} <username>`.padEnd(WIDTH - 8)}${does}`)
  .join('\n')}

  --reason "…"   why, for the audit log
  --by name      who, for the audit log (else the name you are signed in with on this machine)

Every command that changes something leaves a row in audit_log. They work on DATABASE_URL, else on the sandbox in DATA_DIR.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readArguments(args: readonly string[]): { command: Command; call: OperatorCall } | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { reason: { type: 'string' }, by: { type: 'string' } },
  });
  const [name = '', username, ...rest] = positionals;
  const command = COMMANDS[name];
  if (command === undefined || username === undefined || rest.length > 0) return undefined;
  return { command, call: { actor: `operator:${values.by ?? userInfo().username}`, username, reason: values.reason } };
}

async function main(args: readonly string[]): Promise<number> {
  const asked = readArguments(args);
  if (asked === undefined) {
    say(USAGE);
    return 2;
  }
  const db = createDb({ ...loadCommandConfig().database, poolMax: 2, applicationName: 'stablegate-admin' });
  try {
    const { command, call } = asked;
    const changed = await command.run(createOperators({ db, clocks: systemClocks }), call);
    say(changed ? command.done(call.username) : command.nothing(call.username));
    return 0;
  } finally {
    await db.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
