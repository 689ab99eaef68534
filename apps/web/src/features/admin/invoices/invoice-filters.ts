import { NETWORKS } from '@stablegate/contract';
import type { TFunction } from '../../../lib/i18n/texts';
import type { FilterField } from '../list/filter-form';

/** Specification 2: the statuses of the filter, in its order. */
const statusOptions = (t: TFunction) => [
  { value: 'PENDING', label: t('Pending') },
  { value: 'SUCCESS', label: t('Success') },
  { value: 'FAILED', label: t('Failed') },
  { value: 'EXPIRED', label: t('Expired') },
  { value: 'PROCESSING', label: t('Processing') },
];

export const invoiceFields = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'transId', label: t('Transaction ID') },
  { kind: 'text', name: 'name', label: t('Invoice Name') },
  { kind: 'text', name: 'description', label: t('Description') },
  { kind: 'text', name: 'requestId', label: t('Request ID') },
  { kind: 'text', name: 'fromAddress', label: t('Sender address') },
  { kind: 'text', name: 'toAddress', label: t('Receiving address') },
  { kind: 'text', name: 'transactionHash', label: t('Transaction hash') },
  { kind: 'choice', name: 'network', label: t('Network'), options: NETWORKS.map((network) => ({ value: network, label: network })) },
  { kind: 'amounts', from: { name: 'amountMin', label: t('Amount from') }, to: { name: 'amountMax', label: t('to') } },
  { kind: 'amounts', from: { name: 'feeMin', label: t('Fee from') }, to: { name: 'feeMax', label: t('to') } },
  {
    kind: 'days',
    from: { name: 'createdFrom', label: t('Created from') },
    to: { name: 'createdTo', label: t('to') },
  },
  {
    kind: 'days',
    from: { name: 'expiresFrom', label: t('Expires from') },
    to: { name: 'expiresTo', label: t('to') },
  },
  { kind: 'choice', name: 'status', label: t('Status'), options: statusOptions(t) },
];
