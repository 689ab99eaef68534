import type { AdminUser } from '@stablegate/contract';
import { readTime } from '../../../lib/time/read-time';
import { readAmount } from '../list/admin-amount';
import { NOTHING } from '../list/expandable-text';

/** Specification 2, section 3: "roles (list) or role". */
export type AnsweredUser = Pick<AdminUser, 'id'> & { readonly [Key in keyof AdminUser]?: AdminUser[Key] | null } & {
  readonly role?: string;
};
export type UserRow = ReturnType<typeof readUser>;

export const readUser = ({ id, username, ip, balance, totalDeposit, roles, role, createDate }: AnsweredUser) => ({
  id,
  username: username || NOTHING,
  ip: ip || null,
  balance: readAmount(balance),
  totalDeposit: readAmount(totalDeposit),
  roles: (roles?.length ? roles : [role]).join(', ') || NOTHING,
  createDate: readTime(createDate),
});
