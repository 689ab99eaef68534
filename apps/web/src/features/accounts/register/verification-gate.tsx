import type { SessionState } from '@stablegate/contract';
import { Button, Dialog, Hint, TabPanel, Tabs } from '@stablegate/ui';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { MailboxLink } from '../../../lib/session/mailbox-link';
import { useLogout } from '../../../lib/session/use-logout';
import { UpdateEmailTab } from './update-email-tab';
import { useVerificationMail } from './use-verification-mail';
import { VerifyEmailTab } from './verify-email-tab';

type Tab = 'verify' | 'update';

/** The focus starts at the gate's content; Radix would focus the tab that is already open. */
const focusFirst = (element: HTMLElement | null) => element?.focus();

/** Only a verified address or signing out leads past it. */
export function VerificationGate({ session }: { session: SessionState }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('verify');
  const mail = useVerificationMail(session.userId ?? '');
  const email = session.pendingEmail ?? session.email ?? '';
  const choose = (chosen: Tab) => {
    setTab(chosen);
    mail.forgetOutcome();
  };
  return (
    <Dialog
      open
      locked
      onOpenChange={() => {}}
      title={t('Verify your email')}
      text={t('Confirm that the address is yours. Then you can add a merchant and create invoices.')}
      closeLabel={t('Close')}
    >
      <div className="mt-2 grid gap-2 outline-none" ref={focusFirst} tabIndex={-1}>
        <Tabs
          label={t('Email verification')}
          value={tab}
          onChange={choose}
          items={[
            { value: 'verify', label: t('Verify Email') },
            { value: 'update', label: t('Update Email') },
          ]}
        >
          <TabPanel value="verify" className="mt-4">
            <VerifyEmailTab email={email} mail={mail} />
          </TabPanel>
          <TabPanel value="update" className="mt-4">
            <UpdateEmailTab mail={mail} />
          </TabPanel>
        </Tabs>
        <MailboxLink to={email} />
        {/* Reserves its line when empty, so that the dialog does not move when the message appears. */}
        <div className="min-h-badge" role="status">
          {mail.outcome && <Hint tone={mail.outcome.tone}>{mail.outcome.text}</Hint>}
        </div>
        <GateFooter />
      </div>
    </Dialog>
  );
}

function GateFooter() {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <div className="flex items-center justify-between gap-3 border-t pt-3">
      <span className="text-caption text-muted">{t('This page continues automatically once you open the link.')}</span>
      <Button variant="ghost" size="sm" onClick={() => void logout()}>
        {t('Logout')}
      </Button>
    </div>
  );
}
