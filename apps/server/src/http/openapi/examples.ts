import { PRESELECTED_NETWORK } from '@stablegate/rules';

type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
};

const TIME = '2026-01-31T09:30:00+07:00';
const PAID_AT = '2026-01-31T09:34:00+07:00';
const EXPIRES_AT = '2026-01-31T09:45:00+07:00';
const EVM = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063';

/** Realistic values by field name, the first that the schema allows; all examples are of one coffee shop. */
const BY_NAME: Readonly<Record<string, string | readonly string[]>> = {
  id: ['01kb6m3v9q8t', '1042'],
  ids: '1042',
  cursor: '1042',
  month: '2026-01',
  paidAt: PAID_AT,
  paid_at: PAID_AT,
  expiresAt: EXPIRES_AT,
  expires_at: EXPIRES_AT,
  userId: 'usr_01kb6m3v9q8t',
  storeId: 'str_01kb6m3v9q8t',
  merchantId: 'M01KB6M3V9',
  merchant_id: 'M01KB6M3V9',
  transId: 'k7qm2xzp4lw8vkqdb2xct9wylh',
  trans_id: 'k7qm2xzp4lw8vkqdb2xct9wylh',
  requestId: 'order-10482',
  request_id: 'order-10482',
  apiKey: 'sk_4f9c2b7e1d8a6035b9e4c7d2a1f08e36',
  callbackSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  name: 'Order 10482',
  store: 'Hanoi Roasters',
  storeName: 'Hanoi Roasters',
  description: ['Ethiopia Guji, 2 bags', 'STBG4K7Q2M'],
  message: 'Done',
  msg: 'Invoice created',
  amount: '48.00',
  amountMin: '10',
  amountMax: '500',
  feeMin: '0.05',
  feeMax: '2.50',
  payable: '48.2400',
  fee: '0.240000',
  feeAmount: '0.240000',
  paid: '48.240000',
  holdMax: '50',
  held: '0.240000',
  due: '0.000000',
  beforeBalance: '100.000000',
  afterBalance: '99.760000',
  username: 'roasters',
  password: 'Blue-Kettle-42',
  currentPassword: 'Blue-Kettle-42',
  newPassword: 'Green-Teapot-57',
  email: 'owner@roasters.example',
  newEmail: 'office@roasters.example',
  code: ['123456', 'vi'],
  token: 'Zk9pQ2xvdWR5LW1vcm5pbmctdGVh',
  phone: '+84 24 1234 5678',
  address: EVM,
  fromAddress: EVM,
  toAddress: EVM,
  from_address: EVM,
  txHash: `0x${'5d1e7c0b9a4f3e2d'.repeat(4)}`,
  tx_hash: `0x${'5d1e7c0b9a4f3e2d'.repeat(4)}`,
  trans_hash: `0x${'5d1e7c0b9a4f3e2d'.repeat(4)}`,
  callback_url: 'https://shop.example/callback',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  url_payment: 'https://pay.example.com/bill/k7qm2xzp4lw8vkqdb2xct9wylh',
  urlPayment: 'https://pay.example.com/bill/k7qm2xzp4lw8vkqdb2xct9wylh',
  url: 'https://shop.example/callback',
  rate: '7.2',
  currentRate: '7.18',
  reference: 'STBG4K7Q2M',
  ip: '203.0.113.7',
  ipAddress: '203.0.113.7',
  lang: 'vi',
  flag: 'vn',
  network: PRESELECTED_NETWORK,
  events: 'invoice.completed',
  origins: 'https://shop.example',
  topupBack: '/profile',
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': TIME,
  email: 'owner@roasters.example',
  uri: 'https://shop.example',
};

/** A partial check, enough for examples; tests validate each of them against the full schema. */
function fits(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.some((each) => fits(each, value));
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (typeof value !== 'string' || ![schema.type].flat().includes('string')) return false;
  const { minLength = 0, maxLength = value.length, pattern = '' } = schema;
  return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value);
}

/** The named fields; of a map, the required ones. */
function fieldsOf({ properties, required = [], additionalProperties: each }: Schema): [string, Schema][] {
  if (properties !== undefined) return Object.entries(properties);
  return typeof each === 'object' ? required.map((name) => [name, each]) : [];
}

function byType(schema: Schema, name: string): unknown {
  const type = (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) ?? 'string';
  switch (type) {
    case 'object':
      return Object.fromEntries(fieldsOf(schema).map(([name, each]) => [name, exampleOf(each, name)]));
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items ?? {}, name));
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return BY_FORMAT[schema.format ?? ''] ?? 'coffee'.padEnd(schema.minLength ?? 0, '-');
  }
}

/** An example that the schema allows: by field name where that fits, otherwise by type. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  const named = [BY_NAME[name] ?? []].flat().find((value) => fits(schema, value));
  if (named !== undefined) return named;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return exampleOf(choices[0] ?? {}, name);
  if (schema.allOf !== undefined) return exampleOf(Object.assign({}, ...schema.allOf), name);
  return byType(schema, name);
}
