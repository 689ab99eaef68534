import type { BillView } from './bills';

const FROM = `0x19aE02${'1'.repeat(30)}b7C6`;
const HASH = `0x${'8e3f41'.padEnd(64, '7')}`;
export const AHEAD = 1_000; // a version that no change of the real invoice reaches

type BillState = {
  readonly name: string;
  readonly heading: string;
  readonly changes: (view: BillView) => object;
  readonly texts: readonly string[];
  /** Something is more urgent than paying, and may push it down. */
  readonly isUrgent?: boolean;
};
/** The views of the payment page: what the server's answer becomes, and what it then has to say. */
export const billStates: readonly BillState[] = [
  {
    name: 'waiting',
    heading: 'SEND CRYPTO',
    changes: () => ({}),
    texts: ['Important Reminder', 'Protected by Bing Group', 'INVOICE DETAILS'],
  },
  {
    name: 'partly paid',
    heading: 'SEND CRYPTO',
    changes: () => ({ paid: '9.000000', due: '1.0500', version: AHEAD }),
    texts: ['Partly paid', '9.0000 of 10.0500 received', 'Still due. What you sent is safe; now send exactly this amount.'],
  },
  {
    name: 'partly paid without an exact rest',
    heading: 'Please contact Shop',
    changes: () => ({ paid: '9.000000', due: '0.0000', due_exact: false, version: AHEAD }),
    texts: ['9.0000 of 10.0500 received', 'please do not send more'],
  },
  {
    name: 'taken back',
    heading: 'The network reversed your transfer',
    changes: ({ server_time }) => ({
      taken_back: { network: 'BEP20', tx_hash: HASH, amount: '10.050000', at: server_time },
      version: AHEAD,
    }),
    texts: [
      'The network usually confirms it again by itself, and then it counts here. Do not send it again.',
      '0x8e3f4177…777777',
      'Did your wallet cancel the transfer?',
    ],
  },
  {
    name: 'another amount',
    heading: 'SEND CRYPTO',
    changes: ({ server_time }) => ({
      other_amounts: [{ network: 'POLYGON', amount: '11.055000', seen_at: server_time, claimed: false }],
      version: AHEAD,
    }),
    texts: ['Another amount has arrived at this address', '11.0550', 'I sent it'],
    isUrgent: true,
  },
  {
    name: 'processing',
    heading: 'Payment seen, confirming',
    changes: () => ({
      status: 'processing',
      paid: '10.050000',
      due: '0.0000',
      confirmations: 1,
      confirmations_needed: 3,
      seconds_left: 3,
      network: 'BEP20',
      tx_hash: HASH,
      from_address: FROM,
      version: AHEAD,
    }),
    texts: [
      'Processing',
      '1 of 3 confirmations',
      'about 3 s left',
      'Your payment is safe.',
      'BNB Smart Chain (BEP20)',
      '0x19aE0211…11b7C6',
    ],
  },
  {
    name: 'processing with many confirmations',
    heading: 'Payment seen, confirming',
    changes: () => ({
      status: 'processing',
      paid: '10.050000',
      due: '0.0000',
      confirmations: 40,
      confirmations_needed: 128,
      seconds_left: 176,
      network: 'POLYGON',
      tx_hash: HASH,
      from_address: FROM,
      version: AHEAD,
    }),
    texts: ['Processing', '40 of 128 confirmations', 'about 3 min left'],
  },
  {
    name: 'paid',
    heading: 'Payment Successful!',
    changes: ({ server_time }) => ({
      status: 'success',
      paid: '10.050000',
      due: '0.0000',
      network: 'BEP20',
      tx_hash: HASH,
      paid_at: server_time,
      version: AHEAD,
    }),
    texts: ['Date', 'You have successfully completed the payment. Thank you!', 'Return to Website'],
  },
  {
    name: 'paid too much',
    heading: 'Payment Successful!',
    changes: ({ server_time }) => ({
      status: 'success',
      paid: '12.050000',
      due: '0.0000',
      network: 'BEP20',
      tx_hash: HASH,
      paid_at: server_time,
      version: AHEAD,
    }),
    texts: ['Date', 'You sent 2.0000 USDT too much'],
  },
  {
    name: 'paid late',
    heading: 'Payment Successful!',
    changes: ({ server_time }) => ({
      status: 'success',
      paid: '10.050000',
      due: '0.0000',
      paid_late: true,
      network: 'BEP20',
      tx_hash: HASH,
      paid_at: server_time,
      version: AHEAD,
    }),
    texts: ['Date', 'Arrived after the deadline'],
  },
  {
    name: 'expired',
    heading: 'Payment Expired!',
    changes: ({ server_time }) => ({ status: 'expired', expires_at: server_time, version: AHEAD }),
    texts: ['The invoice has expired, please create a new invoice.', 'Return to Website', 'Already sent it?'],
  },
  {
    name: 'expired, partly paid',
    heading: 'Payment Expired!',
    changes: ({ server_time }) => ({ status: 'expired', expires_at: server_time, paid: '9.000000', due: '0.0000', version: AHEAD }),
    texts: ['9.0000 of 10.0500 USDT arrived', '1.0500 USDT is missing: do not send it now'],
  },
  {
    name: 'canceled',
    heading: 'has cancelled this invoice',
    changes: () => ({ status: 'expired', canceled: true, version: AHEAD }),
    texts: ['Please do not pay it any more.', 'Return to Website'],
  },
];
