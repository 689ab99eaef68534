import type { DepositMethod } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { checkAmount, formatVnd, vndOf, writtenAmount } from './amount';
import { AmountField, problemText } from './amount-field';
import { BankDialog } from './bank/bank-dialog';
import { OpenTransferNotice } from './bank/open-transfer-notice';
import { VND_RATE_DEFAULT, vndRateQuery } from './deposits.queries';
import { useDraft } from './draft';
import { MethodCards } from './method-cards';
import { readMethod } from './methods';
import { OpenedNotice } from './opened-notice';
import { SummaryCard } from './summary-card';
import { useBegunSum } from './use-deposit-status';
import { useTopUp } from './use-top-up';

/** The method is in the URL, which is replaced: Back leaves the page, not the choice. */
function useMethod() {
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useDraft();
  const choose = (method: DepositMethod) => {
    setDraft((before) => ({ ...before, method }));
    setSearch({ tab: 'payment-method', method }, { replace: true });
  };
  return [readMethod(search.get('method') ?? draft.method), choose] as const;
}

/** After a change of language the same amount is written anew: "1,000" means one in German. */
function useTyped() {
  const { language } = useTranslation();
  const [draft, setDraft] = useDraft();
  const setTyped = (text: string) => setDraft((before) => ({ ...before, text, language }));
  if (draft.language === language) return [draft.text, setTyped] as const;
  const check = checkAmount(draft.text, draft.language || language);
  return ['micros' in check ? writtenAmount(check.micros, language) : '', setTyped] as const;
}

export default function PaymentTab() {
  const { t, language } = useTranslation();
  const [method, setMethod] = useMethod();
  const [typed, setTyped] = useTyped();
  const { data: rate = VND_RATE_DEFAULT } = useQuery(vndRateQuery);
  const topUp = useTopUp();
  const check = checkAmount(typed, language);
  const micros = 'micros' in check ? check.micros : undefined;
  const begun = useBegunSum(topUp.begun, { method, micros });
  const isBank = method === 'vietnam-bank-auto';
  const submit = () => {
    if (topUp.isBusy) return;
    if (micros === undefined) {
      void popup({ icon: 'error', title: t('Invalid amount'), text: problemText(t, check), buttonLabel: t('OK') });
    } else if (isBank) topUp.payByBank(micros);
    else topUp.payByUsdt(micros);
  };
  return (
    <div className="top-up">
      <div className="top-up-choices">
        <MethodCards value={method} onChange={setMethod} />
        <AmountField
          value={typed}
          onChange={setTyped}
          onEnter={submit}
          inOther={isBank && micros !== undefined ? `${formatVnd(vndOf(micros, rate), language)} VND` : undefined}
        />
      </div>
      <SummaryCard method={method} micros={micros} rate={rate} begun={begun} isBusy={topUp.isBusy} onSubmit={submit}>
        {topUp.opened !== undefined && <OpenedNotice key={topUp.opened.id} payment={topUp.opened} />}
        {isBank && topUp.bank === undefined && <OpenTransferNotice onShow={topUp.showBank} />}
      </SummaryCard>
      <BankDialog details={topUp.bank} onClose={topUp.closeBank} />
    </div>
  );
}
