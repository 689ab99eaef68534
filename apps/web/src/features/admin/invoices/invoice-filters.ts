import { NETWORKS } from '@stablegate/contract';
import type { TFunction } from 'i18next';
import type { FilterField } from '../list/filter-form';

/** Specification 2: the statuses as the filter spells them. */
const STATUSES = ['PENDING', 'SUCCESS', 'FAILED', 'EXPIRED', 'PROCESSING'];

export const invoiceFields = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'transId', label: t('Mã giao dịch') },
  { kind: 'text', name: 'name', label: t('Tên') },
  { kind: 'text', name: 'description', label: t('Mô tả') },
  { kind: 'text', name: 'requestId', label: t('Request ID') },
  { kind: 'text', name: 'fromAddress', label: t('Địa chỉ gửi') },
  { kind: 'text', name: 'toAddress', label: t('Địa chỉ nhận') },
  { kind: 'text', name: 'transactionHash', label: t('Mã băm giao dịch') },
  { kind: 'choice', name: 'network', label: t('Mạng'), options: NETWORKS.map((network) => ({ value: network, label: network })) },
  { kind: 'amounts', from: { name: 'amountMin', label: t('Số tiền từ') }, to: { name: 'amountMax', label: t('đến') } },
  { kind: 'amounts', from: { name: 'feeMin', label: t('Phí từ') }, to: { name: 'feeMax', label: t('đến') } },
  { kind: 'days', from: { name: 'createdFrom', label: t('Tạo từ'), prefix: t('Tạo') }, to: { name: 'createdTo', label: t('đến') } },
  { kind: 'days', from: { name: 'expiresFrom', label: t('Hết hạn từ'), prefix: t('Hết hạn') }, to: { name: 'expiresTo', label: t('đến') } },
  { kind: 'choice', name: 'status', label: t('Trạng thái'), options: STATUSES.map((status) => ({ value: status, label: status })) },
];
