import { type BankAccount, NETWORKS, type Network } from '@stablegate/contract';
import { MICRO, parseMicros } from '@stablegate/rules';
import { z } from 'zod';

/** Where deposits go and how the bank reports them. */
export type DepositSettings = {
  readonly platformAddresses: Readonly<Partial<Record<Network, string>>>;
  readonly bank: BankAccount | undefined;
  readonly feeds: {
    readonly sepayApiKey: string | undefined;
    readonly cassoSecureToken: string | undefined;
    readonly cassoChecksumKey: string | undefined;
  };
  readonly vndRate: { readonly micros: bigint; readonly url: string | undefined; readonly path: string };
};

const RATE_DEFAULT = 26_000n * MICRO;
const RATE_MIN = 1_000n * MICRO;
const RATE_MAX = 1_000_000n * MICRO;
const rate = z
  .string()
  .transform((text) => parseMicros(text) ?? 0n)
  .refine((micros) => micros >= RATE_MIN && micros <= RATE_MAX, 'is a decimal from 1000 to 1000000');
const secret = z.string().min(16).max(256);

const addressField = (network: Network) => ({
  [`PLATFORM_ADDRESS_${network}`]: z
    .string()
    .min(32)
    .max(64)
    .optional()
    .describe(`Platform address on ${network} for USDT top-ups; without it they are not offered there`),
});

export const depositFields = {
  ...(Object.assign({}, ...NETWORKS.map(addressField)) as Record<string, z.ZodType<string | undefined>>),
  BANK_NAME: z.string().min(1).max(100).optional().describe('Bank of the account for top-ups; all four BANK_ values or none'),
  BANK_BIN: z
    .string()
    .regex(/^\d{6}$/, 'has six digits')
    .optional()
    .describe('Number of that bank in the NAPAS network, such as 970436'),
  BANK_ACCOUNT: z
    .string()
    .regex(/^[A-Za-z0-9]{4,19}$/, 'has 4 to 19 letters and digits')
    .optional()
    .describe('Number of that account'),
  BANK_HOLDER: z.string().min(1).max(100).optional().describe('Holder of that account, as the bank shows it'),
  SEPAY_API_KEY: secret.optional().describe('Key with which SePay calls /bank-feed/sepay (Authorization: Apikey …); 16 characters or more'),
  CASSO_SECURE_TOKEN: secret.optional().describe('Key with which Casso calls /bank-feed/casso in its first format (Secure-Token: …)'),
  CASSO_CHECKSUM_KEY: secret.optional().describe('Key with which Casso signs calls in its second format (X-Casso-Signature: …)'),
  VND_RATE: rate.optional().describe('VND per dollar for bank top-ups; 26000 by default'),
  VND_RATE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('JSON from which the rate is read every five minutes; on failure the last good value is used, for a day'),
  VND_RATE_PATH: z
    .string()
    .regex(/^\w+(\.\w+)*$/, 'has names with dots between')
    .default('rates.VND')
    .describe('Path of the number in that JSON; ignored when the answer is a plain number'),
};
export const depositEnvironment = z.object(depositFields);
type Values = z.output<typeof depositEnvironment> & Record<string, unknown>;

/** A bank that does not exist, so that scanning the sandbox's QR code cannot send real money. */
const SANDBOX_BANK: BankAccount = { name: 'Sandbox Bank', bin: '999999', account: '0000123456', holder: 'STABLEGATE SANDBOX' };

function readBank(values: Values, sandbox: boolean): { bank: BankAccount | undefined; complaint: string | undefined } {
  const { BANK_NAME: name, BANK_BIN: bin, BANK_ACCOUNT: account, BANK_HOLDER: holder } = values;
  if (name !== undefined && bin !== undefined && account !== undefined && holder !== undefined)
    return { bank: { name, bin, account, holder }, complaint: undefined };
  const some = [name, bin, account, holder].some((value) => value !== undefined);
  const complaint = some ? 'BANK_NAME, BANK_BIN, BANK_ACCOUNT and BANK_HOLDER belong together: give all four or none.' : undefined;
  return { bank: sandbox ? SANDBOX_BANK : undefined, complaint };
}

export function readDepositSettings(values: Values, sandbox: boolean): { deposits: DepositSettings; complaint: string | undefined } {
  const { bank, complaint } = readBank(values, sandbox);
  const addresses = NETWORKS.flatMap((network) => {
    const address = values[`PLATFORM_ADDRESS_${network}`];
    return typeof address === 'string' ? [[network, address] as const] : [];
  });
  const deposits: DepositSettings = {
    platformAddresses: Object.fromEntries(addresses),
    bank,
    feeds: {
      sepayApiKey: values.SEPAY_API_KEY,
      cassoSecureToken: values.CASSO_SECURE_TOKEN,
      cassoChecksumKey: values.CASSO_CHECKSUM_KEY,
    },
    vndRate: { micros: values.VND_RATE ?? RATE_DEFAULT, url: values.VND_RATE_URL, path: values.VND_RATE_PATH },
  };
  return { deposits, complaint };
}
