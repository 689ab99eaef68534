import type { TeamPermission } from '@stablegate/contract';
import type { ReactNode } from 'react';
import { useMay } from './use-may';

/** Hides what the role in the account's team does not include. */
export const IfMay = ({ permission, children }: { permission: TeamPermission; children: ReactNode }) =>
  useMay(permission) ? children : null;
