import type { ComponentType } from 'react';
import type { Screen } from '../../lib/screen';

/** Loaded on first use: a guest never fetches the shell's code, nor a member the sign-in's. */
export const frameLoads: Record<Screen['frame'], () => Promise<{ default: ComponentType }>> = {
  shell: () => import('../shell/shell-frame'),
  auth: () => import('./auth-frame'),
  payer: () => import('./payer-frame'),
  bare: () => import('./bare-frame'),
  admin: () => import('./admin-frame'),
};
