import { mayRole, type TeamPermission } from '@stablegate/contract';
import { useSession } from './session';

/** Whether the role in the account's team includes it. The server refuses what is shown by mistake. */
export function useMay(permission: TeamPermission): boolean {
  const { teamRole } = useSession();
  return teamRole === null || mayRole(teamRole, permission);
}
