import { useCallback, useEffect, useRef, useState } from 'react';
import { currentTranslation } from '../../lib/i18n/texts';
import type { Screen } from '../screen';
import { t } from '../texts';
import type { TimeMark } from './countdown';

function announcementOf(screen: Screen): string {
  switch (screen.kind) {
    case 'loading':
      if (!screen.isFailing) return t('Checking payment status...');
      return screen.isInvalid ? t('Invalid invoice data') : t('The server is not answering. Trying again...');
    case 'pay':
      if (screen.part === undefined) return screen.view.other_amounts === undefined ? '' : t('Another amount has arrived at this address');
      return t('{{paid}} USDT received, {{due}} USDT still due.', { paid: screen.part.paid, due: screen.amount });
    case 'ask':
      return t('Please contact {{store}}', { store: screen.view.store });
    case 'taken':
      return `${t('The network reversed your transfer')}. ${t('The network usually confirms it again by itself, and then it counts here. Do not send it again.')}`;
    case 'processing':
      return t('Payment seen, confirming');
    case 'success':
      return t('Payment Successful!');
    case 'expired':
      return screen.view?.canceled === true
        ? t('{{store}} has cancelled this invoice', { store: screen.view.store })
        : t('Payment Expired!');
  }
}

/** One status line for the whole page: each change is announced once, and of the time only 5 minutes, 1 minute and the end. */
export function useAnnouncements(screen: Screen, isFailing: boolean): { said: string; onMark: (mark: TimeMark) => void } {
  const [said, setSaid] = useState('');
  const lastMark = useRef<TimeMark>(undefined);
  const paid = screen.kind === 'pay' || screen.kind === 'ask' ? screen.part?.paid : undefined;
  const others = screen.kind === 'pay' ? screen.view.other_amounts?.length : undefined;
  const { language } = currentTranslation();
  const state = `${language} ${screen.kind} ${paid} ${others} ${screen.kind === 'loading' && `${screen.isFailing} ${screen.isInvalid}`}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that changes nothing is not said again
  useEffect(() => setSaid(announcementOf(screen)), [state]);
  const hasState = screen.kind !== 'loading';
  useEffect(() => {
    // When the connection is back and nothing else has changed, nothing is announced.
    if (hasState) setSaid((before) => (isFailing ? t('Reconnecting.') : before === t('Reconnecting.') ? '' : before));
  }, [hasState, isFailing]);
  const onMark = useCallback((mark: TimeMark) => {
    const isNewMark = lastMark.current !== undefined && lastMark.current !== mark;
    lastMark.current = mark;
    if (isNewMark && mark === 'five') setSaid(t('5 minutes left to pay.'));
    if (isNewMark && mark === 'one') setSaid(t('1 minute left to pay.'));
  }, []);
  return { said, onMark };
}
