import { lazy } from 'react';

/** Loaded on first use: a guest never fetches the shell's code, nor a member the sign-in's. */
export const ShellFrame = lazy(() => import('../shell/shell-frame'));
export const AuthFrame = lazy(() => import('./auth-frame'));
export const PayerFrame = lazy(() => import('./payer-frame'));
export const BareFrame = lazy(() => import('./bare-frame'));
export const AdminFrame = lazy(() => import('./admin-frame'));
