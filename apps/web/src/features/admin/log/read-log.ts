import type { AdminLog } from '@stablegate/contract';
import { readTime } from '../../../lib/time/read-time';
import { readAmount } from '../list/admin-amount';
import { NOTHING } from '../list/expandable-text';

type AnsweredLog = Pick<AdminLog, 'id' | 'type' | 'description'> & {
  readonly [Key in 'username' | 'createTime']?: string | null;
} & { readonly [Key in 'amount' | 'beforeBalance' | 'afterBalance']?: string | number | null };
export type LogRow = ReturnType<typeof readLog>;

export const readLog = ({ id, type, description, username, amount, beforeBalance, afterBalance, createTime }: AnsweredLog) => ({
  id,
  type,
  description,
  username: username || NOTHING,
  amount: readAmount(amount),
  beforeBalance: readAmount(beforeBalance),
  afterBalance: readAmount(afterBalance),
  createTime: readTime(createTime),
});
