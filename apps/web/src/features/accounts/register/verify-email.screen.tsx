import type { SessionState } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { usePageTitle } from '../../../lib/page-title';
import { GUEST, sessionQuery } from '../../../lib/session/session';
import { GatePicture } from './gate-picture';
import { VerificationGate } from './verification-gate';
import './gate.css';
import { useTranslation } from '../../../lib/i18n/texts';

/** Short enough that opening the link in another tab or on the phone is noticed here. */
const ASK_AGAIN_MS = 4_000;

const isWaiting = (session: SessionState): boolean => session.isAuthenticated && !session.emailVerified;

/** Blocks everything else until the address is verified (specification 2, section 2). Guests see nothing. */
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
  if (session.isAuthenticated) {
    return (
      <>
        <GatePicture />
        <VerificationGate session={session} />
      </>
    );
  }
  // The session ended while the gate was shown.
  return wasWaiting ? <Navigate to="/login" replace /> : null;
}
