import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { formatMicros, parseMicros } from '@stablegate/rules';
import { ARCHIVE_COMMAND } from './cli/archive';
import { runCommandLine, say, withDatabase } from './cli/command-line';
import { runDoctor } from './cli/doctor';
import { MIGRATE_COMMAND } from './cli/migrate';
import { NODE_COMMANDS, type NodeCommand } from './cli/nodes';
import { RESTORE_REPORT_COMMAND } from './cli/restore-report';
import { runStoreCommand, STORE_COMMANDS, type StoreCall, type StoreCommand } from './cli/stores';
import { loadCommandConfig } from './config-command';
import { createOperators, type OperatorCall, OperatorError, type Operators } from './modules/accounts/operators';
import { createLedgerService } from './modules/ledger/ledger.service';
import { systemClocks } from './platform/clock';

type Call = OperatorCall & { readonly amount?: string | undefined; readonly reference?: string | undefined };
type Command = { readonly takes: string; readonly does: string; run(operators: Operators, call: Call): Promise<string> };

const COMMANDS: Readonly<Record<string, Command>> = {
  grant: {
    takes: '<username>',
    does: 'make a user an administrator',
    run: async (operators, call) =>
      (await operators.grantAdmin(call)) ? `${call.username} is an administrator now.` : `${call.username} is an administrator already.`,
  },
  revoke: {
    takes: '<username>',
    does: 'take the role away again; all sessions end',
    run: async (operators, call) =>
      (await operators.revokeAdmin(call))
        ? `${call.username} is no administrator any more and was signed out everywhere.`
        : `${call.username} is no administrator.`,
  },
  adjust: { takes: '<username> <+amount or -amount>', does: 'correct the balance, in dollars; needs --reason', run: adjust },
  'reset-2fa': {
    takes: '<username>',
    does: 'remove the authenticator app and its recovery codes; all sessions end',
    run: async (operators, call) =>
      (await operators.resetTwoFactor(call))
        ? `Two-factor of ${call.username} was removed; the next sign-in asks for the password alone.`
        : `${call.username} has no two-factor.`,
  },
  'disable-user': {
    takes: '<username>',
    does: 'shut a user out; all sessions end',
    run: async (operators, call) =>
      (await operators.disableUser(call))
        ? `${call.username} is disabled and was signed out everywhere.`
        : `${call.username} is disabled already.`,
  },
  'end-sessions': {
    takes: '<username>',
    does: 'sign a user out everywhere; mailed links that set a password end, too',
    run: async (operators, call) => {
      await operators.endSessions(call);
      return `${call.username} was signed out everywhere.`;
    },
  },
  'enable-user': {
    takes: '<username>',
    does: 'let a disabled user in again',
    run: async (operators, call) =>
      (await operators.enableUser(call)) ? `${call.username} may sign in again.` : `${call.username} is not disabled.`,
  },
};

/** They have their own arguments; all but `archive` and `migrate` look at the world and change nothing. */
const CHECKS: Readonly<Record<string, NodeCommand>> = {
  doctor: { takes: '', does: 'check configuration, database, mail, nodes, disk and address, and say what to do', run: runDoctor },
  ...NODE_COMMANDS,
  archive: ARCHIVE_COMMAND,
  migrate: MIGRATE_COMMAND,
  'restore-report': RESTORE_REPORT_COMMAND,
};

const USAGE = `${Object.entries({ ...COMMANDS, ...STORE_COMMANDS, ...CHECKS })
  .map(([name, { takes, does }]) => `npm run admin -- ${`${name} ${takes}`.padEnd(42)} ${does}`)
  .join('\n')}

  --reason "…"      why, for the audit log
  --by name         who, for the audit log (else the name you are signed in with on this machine)
  --reference text  of an adjustment: repeated with the same reference it changes nothing

Every command that changes something leaves a row in audit_log (archive: its file, migrate: schema_migrations). They work on DATABASE_URL, else on the sandbox in DATA_DIR;
those about nodes work without one.`;

/** The sign is part of the amount, so that a debit is never mistaken for a credit. */
async function adjust(operators: Operators, { amount, reason, ...call }: Call): Promise<string> {
  const [, sign, digits = ''] = /^([+-])(.+)$/.exec(amount ?? '') ?? [];
  const micros = parseMicros(digits);
  if (sign === undefined || micros === undefined || micros === 0n)
    throw new OperatorError('The amount has a sign and up to six decimal places: +12.50 or -12.50.');
  if (reason === undefined || reason.trim() === '') throw new OperatorError('An adjustment needs --reason "…".');
  const done = await operators.adjustBalance({ ...call, reason, amountMicros: sign === '-' ? -micros : micros });
  return `The balance of ${call.username} is ${formatMicros(done.balanceAfterMicros)} now (${sign}${formatMicros(micros)}, reference ${done.reference}).`;
}

const isAmount = (arg: string): boolean => /^[+-]\d/.test(arg);

function readArguments(args: readonly string[]): { command: Command; call: Call } | undefined {
  const amounts = args.filter(isAmount); // removed first: "-5" would be parsed as an option
  const options = { reason: { type: 'string' }, by: { type: 'string' }, reference: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: args.filter((arg) => !isAmount(arg)), allowPositionals: true, options });
  const [name = '', username, ...rest] = positionals;
  const command = COMMANDS[name];
  if (command === undefined || username === undefined || rest.length > 0 || amounts.length !== (name === 'adjust' ? 1 : 0))
    return undefined;
  const { by = userInfo().username, reason, reference } = values;
  return { command, call: { actor: `operator:${by}`, username, reason, reference, amount: amounts[0] } };
}

/** Two arguments after the command's name. */
function readStoreArguments(args: readonly string[]): { command: StoreCommand; call: StoreCall } | undefined {
  const options = { reason: { type: 'string' }, by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [name = '', first, second, ...rest] = positionals;
  const command = STORE_COMMANDS[name];
  if (command === undefined || first === undefined || second === undefined || rest.length > 0) return undefined;
  return { command, call: { actor: `operator:${values.by ?? userInfo().username}`, reason: values.reason, first, second } };
}

async function main(args: readonly string[]): Promise<number> {
  const check = CHECKS[args[0] ?? ''];
  if (check !== undefined) {
    const { lines, isWrong } = await check.run(args.slice(1));
    for (const line of lines) say(line);
    return isWrong ? 1 : 0;
  }
  if (args[0] !== undefined && args[0] in STORE_COMMANDS) {
    const wanted = readStoreArguments(args);
    say(wanted === undefined ? USAGE : await runStoreCommand(loadCommandConfig(), wanted.command, wanted.call));
    return wanted === undefined ? 2 : 0;
  }
  const asked = readArguments(args);
  if (asked === undefined) {
    say(USAGE);
    return 2;
  }
  say(
    await withDatabase('stablegate-admin', (db, config) => {
      const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: config.businessTimeZone });
      return asked.command.run(createOperators({ db, clocks: systemClocks, ledger }), asked.call);
    }),
  );
  return 0;
}

runCommandLine(main);
