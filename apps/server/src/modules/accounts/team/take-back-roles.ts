import type { InvitedRole } from '@stablegate/contract';
import { recordTakenBack } from '../../../platform/audit';
import type { Past } from '../../../platform/audit-past.domain';
import type { Tx } from '../../../platform/db/db';
import { asUserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import { findUserById } from '../users.queries';
import { changeRole, lockRole } from './team.queries';

/** Of those who were in the team before, as they were. */
export async function takeBackRoles(tx: Tx, author: Author, past: Past): Promise<void> {
  for (const id of past.subjectsOf('team.role-changed').sort()) {
    const memberId = asUserId(id);
    const role = await lockRole(tx, author.userId, memberId);
    const then = past.settingsOf(id, 'team.role-changed').role;
    if (role === undefined || typeof then !== 'string' || then === role) continue;
    await changeRole(tx, author.userId, memberId, then as InvitedRole);
    const detail = { member: (await findUserById(tx, memberId))?.username ?? id };
    await recordTakenBack(tx, author, { action: 'team.role-changed', subject: id, detail }, { role }, { role: then });
  }
}
