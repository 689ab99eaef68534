import type { SessionState } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { usePageTitle } from '../../../lib/page-title';
import { GUEST, sessionQuery } from '../../../lib/session/session';
import { VerificationGate } from './verification-gate';

/** Soon enough that whoever opens the link in another tab or on the phone finds this page going on. */
const ASK_AGAIN_MS = 4_000;

const isWaiting = (session: SessionState): boolean => session.isAuthenticated && !session.emailVerified;

/** Stands before everything else until the address is proven (specification 2, section 2). Nothing is drawn for guests. */
export default function VerifyEmailScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Verify Email'));
  const query = useQuery({ ...sessionQuery, refetchInterval: ASK_AGAIN_MS, refetchOnWindowFocus: 'always' });
  const session = query.data ?? GUEST;
  const [wasWaiting] = useState(() => isWaiting(session));
  const isDone = session.isAuthenticated && session.emailVerified;
  useEffect(() => {
    if (isDone && wasWaiting) toast.success(t('Your email is verified.'), { id: 'email-verified' });
  }, [isDone, wasWaiting, t]);
  if (isDone) return <Navigate to="/" replace />;
  if (session.isAuthenticated) return <VerificationGate session={session} />;
  // The session ended while the gate stood here.
  return wasWaiting ? <Navigate to="/login" replace /> : null;
}
