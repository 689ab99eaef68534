import type { ClaimReply } from '@stablegate/contract';
import { useId, useState } from 'react';
import { shortened } from '../bill/address';
import { CopyButton } from '../bill/copy-button';
import { Icon, type IconName } from '../icons';
import { showMicros, toMicros } from '../micros';
import { t } from '../texts';
import type { Claim, ClaimAnswer } from './claim';

type Look = { readonly tone: 'success' | 'info' | 'warning'; readonly icon: IconName; readonly text: string };

/** Each state in plain words: what was found, who acts next, and whether to send again. */
function lookOf({ state, amount = '0' }: ClaimReply, store: string): Look {
  switch (state) {
    case 'matched_this_invoice':
      return { tone: 'success', icon: 'paid', text: t('Found. It counts for this invoice; you do not need to do anything else.') };
    case 'waiting_for_merchant':
      return {
        tone: 'info',
        icon: 'check',
        text: t('Found: {{amount}} USDT. {{store}} can see it and will decide. Please do not send it again.', {
          amount: showMicros(toMicros(amount)),
          store,
        }),
      };
    case 'being_read':
      return {
        tone: 'info',
        icon: 'clock',
        text: t('The network knows it, and we will read it in a moment. {{store}} will see it. Please do not send it again.', { store }),
      };
    case 'other_address':
      return {
        tone: 'warning',
        icon: 'warning',
        text: t('This transaction sent no USDT to the address of this invoice. Check the hash and the network.'),
      };
    case 'too_early':
      return {
        tone: 'warning',
        icon: 'warning',
        text: t('This transaction is older than this invoice, so it cannot have been meant for it.'),
      };
    case 'not_found_yet':
      return {
        tone: 'warning',
        icon: 'clock',
        text: t('This transaction is not on the network yet. Check the hash and the network, or try again in a few minutes.'),
      };
  }
}

type ClaimResultProps = { answer: ClaimAnswer; store: string; isBusy: boolean; onSign: (claim: Claim) => Promise<void> };

export function ClaimResult({ answer: { reply, refusal }, store, isBusy, onSign }: ClaimResultProps) {
  const look = refusal !== undefined ? refused(refusal) : reply && lookOf(reply, store);
  return (
    <>
      <div role="status">
        {look !== undefined && (
          <div className={`notice n-${look.tone}`}>
            <Icon name={look.icon} />
            <p>{look.text}</p>
          </div>
        )}
      </div>
      {reply?.message !== undefined && !reply.signed && reply.state === 'waiting_for_merchant' && (
        <Proof reply={reply} message={reply.message} isBusy={isBusy} onSign={onSign} />
      )}
    </>
  );
}

const refused = (text: string): Look => ({ tone: 'warning', icon: 'warning', text });

/** Hashes are public; the sender's signature proves who sent it, and makes a decision unnecessary. */
function Proof({ reply, message, isBusy, onSign }: { reply: ClaimReply; message: string } & Pick<ClaimResultProps, 'isBusy' | 'onSign'>) {
  const id = useId();
  const [signature, setSignature] = useState('');
  const send = () => void onSign({ network: reply.network, tx_hash: reply.tx_hash, signature: signature.trim() });
  return (
    <details className="claim-more">
      <summary className="claim-summary">{t('More: prove that you sent it')}</summary>
      <p>
        {t('Sign this text in your wallet with {{from}}, and it counts without waiting for the shop:', {
          from: `\u2066${shortened(reply.from_address ?? '')}\u2069`,
        })}
      </p>
      <div className="claim-message">
        <span className="mono" dir="ltr">
          {message}
        </span>
        <CopyButton text={message} label={t('Copy')} />
      </div>
      <label htmlFor={id}>{t('Signature')}</label>
      <input
        id={id}
        className="mono"
        value={signature}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setSignature(event.target.value)}
      />
      <button type="button" className="btn btn-secondary" aria-busy={isBusy} disabled={signature.trim() === ''} onClick={send}>
        {t('Send the signature')}
      </button>
    </details>
  );
}
