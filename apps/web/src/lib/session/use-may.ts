import { mayRole, type TeamPermission } from '@stablegate/contract';
import { useSession } from './session';

/** Whether the role in the account's team includes it. The server refuses what is shown by mistake. */
export const useMay = (permission: TeamPermission): boolean => useMayEach()(permission);

/** The same for several. */
export function useMayEach(): (permission: TeamPermission) => boolean {
  const { teamRole } = useSession();
  return (permission) => teamRole === null || mayRole(teamRole, permission);
}
