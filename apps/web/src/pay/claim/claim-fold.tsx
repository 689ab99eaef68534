import type { Network, PaymentView } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { NetworkField } from '../bill/network-picker';
import { payNetworks } from '../bill/networks';
import { Icon } from '../icons';
import { t } from '../texts';
import { type Claim, type ClaimAnswer, hashIn, sendClaim } from './claim';
import { ClaimResult } from './claim-result';

type ClaimFoldProps = {
  view: PaymentView;
  network: Network | undefined;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  hashField: RefObject<HTMLInputElement | null>;
  onDone: () => void;
};

const hashRule = (network: Network): string =>
  FAMILY_OF[network] === 'solana'
    ? t('On Solana it is a signature of 87 or 88 letters and digits.')
    : t('On {{network}} it has 64 characters (0-9 and a-f), usually with 0x in front.', { network: payNetworks[network].label });

/** The reply stays until its subject changes; a refused signature keeps it, with the text to sign. */
function useClaim(transId: string, onDone: () => void) {
  const [answer, setAnswer] = useState<ClaimAnswer>({});
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (claim: Claim) => {
    if (isBusy) return;
    setIsBusy(true);
    const next = await sendClaim(transId, claim);
    setAnswer((before) => (claim.signature === undefined ? next : { ...before, refusal: undefined, ...next }));
    setIsBusy(false);
    onDone();
  };
  return { answer, isBusy, ask, forget: () => setAnswer({}) };
}

/** A payer who sent another amount names the transaction; the shop sees it beside the received money. */
export function ClaimFold({ view, network, isOpen, onToggle, hashField, onDone }: ClaimFoldProps) {
  return (
    <details className="fold exchange" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        {t('Sent another amount?')}
        <Icon name="chevron" size="icon-sm" />
      </summary>
      <ClaimForm view={view} network={network} hashField={hashField} onDone={onDone} />
    </details>
  );
}

function ClaimForm({ view, network, hashField, onDone }: Pick<ClaimFoldProps, 'view' | 'network' | 'hashField' | 'onDone'>) {
  const id = useId();
  const networks = [...view.networks, ...(view.also_watched ?? [])];
  const [chosen, setChosen] = useState<Network>();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { answer, isBusy, ask, forget } = useClaim(view.trans_id, onDone);
  const on = chosen ?? view.other_amounts?.find(({ claimed }) => !claimed)?.network ?? network ?? networks[0]?.network;
  if (on === undefined) return null;
  const hash = hashIn(on, text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsWrong(hash === undefined);
    if (hash === undefined) return hashField.current?.focus();
    setText(hash); // extracted from a pasted link
    return void ask({ network: on, tx_hash: hash });
  };
  return (
    <form className="exchange-body claim" noValidate onSubmit={submit}>
      <p>{t('Enter the transaction. It is looked up on the chain and shown to {{store}}, who can credit it.', { store: view.store })}</p>
      <label htmlFor={`${id}n`}>{t('Network')}</label>
      <NetworkField
        id={`${id}n`}
        networks={networks.map(({ network: each }) => ({ network: each }))}
        selected={on}
        onSelect={(value) => {
          setChosen(networks.find((each) => each.network === value)?.network);
          forget();
        }}
      />
      <label htmlFor={`${id}h`}>{t('Transaction hash')}</label>
      <input
        ref={hashField}
        id={`${id}h`}
        className="mono"
        value={text}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        aria-invalid={isWrong && hash === undefined}
        aria-describedby={`${id}r`}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(on); // later arrivals no longer change the suggestion
          forget();
        }}
        onBlur={() => setIsWrong(text.trim() !== '' && hash === undefined)}
      />
      <p id={`${id}r`} className={isWrong && hash === undefined ? 'claim-rule wrong' : 'claim-rule'}>
        {hashRule(on)}
      </p>
      <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
        {isBusy && <Icon name="working" />}
        {t('Look it up')}
      </button>
      <ClaimResult answer={answer} store={view.store} isBusy={isBusy} onSign={ask} />
    </form>
  );
}
