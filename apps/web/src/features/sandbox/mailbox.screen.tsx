import type { MailboxEntry } from '@stablegate/contract';
import { Skeleton, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { MailOpen, Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { localList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { usePageTitle } from '../../lib/page-title';
import { MailList } from './mail-list';
import { MailView } from './mail-view';
import { mailboxQuery } from './mailbox.queries';
import './mailbox.css';
import { useTranslation } from '../../lib/i18n/texts';

/** The filter and the open mail are in the URL: a link can lead to one person's mails. */
function useMailboxAddress() {
  const [search, setSearch] = useSearchParams();
  const write = (name: string, value: string | undefined, replace: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace },
    );
  return {
    to: search.get('to') ?? '',
    mailId: search.get('mail') ?? undefined,
    setTo: (to: string) => write('to', to, true),
    openMail: (id: string) => write('mail', id, false),
    closeMail: () => write('mail', undefined, false),
  };
}

export default function MailboxScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Sandbox mailbox'));
  const address = useMailboxAddress();
  const mails = useQuery(mailboxQuery(address.to));
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Sandbox mailbox')}</h1>
          <p className="text-muted">{t('Every email that this sandbox would send ends up here. None leaves this machine.')}</p>
        </div>
        <TextInput
          className="mailbox-filter"
          type="search"
          aria-label={t('Filter by recipient')}
          placeholder={t('Filter by recipient')}
          autoComplete="off"
          spellCheck={false}
          start={<Search className="icon-sm text-subtle" aria-hidden="true" />}
          value={address.to}
          onChange={(event) => address.setTo(event.target.value)}
        />
      </div>
      <ListView
        list={localList(mails, mails.data, { isFiltered: address.to !== '', clear: () => address.setTo('') })}
        failure={t('The mailbox could not be loaded')}
        loading={<MailSkeleton />}
        look={(rows) => <Mails mails={rows} address={address} />}
        empty={{
          icon: <MailOpen className="icon-lg" aria-hidden="true" />,
          title: t('No mail yet'),
          text: t('Register, reset a password or write to the team, and the email shows up here within seconds.'),
        }}
        noMatch={{
          title: t('No mail to this recipient'),
          text: t('Try another address, or look at all emails.'),
          clearLabel: t('Clear filters'),
        }}
      />
    </>
  );
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

function MailSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="mailbox card" aria-busy="true">
      <p className="sr-only" role="status">
        {t('Loading')}
      </p>
      <ul className="mail-list">
        {ROWS.map((row) => (
          <li key={row} className="grid gap-3 p-4">
            <Skeleton width="lg" />
            <Skeleton width="full" />
            <Skeleton width="sm" />
          </li>
        ))}
      </ul>
      <div className="mail-view">
        <div className="mail-head grid gap-3">
          <Skeleton width="lg" />
          <Skeleton width="lg" />
        </div>
        <div className="grid gap-4 p-4">
          {ROWS.map((row) => (
            <Skeleton key={row} width="full" />
          ))}
        </div>
      </div>
    </div>
  );
}

type MailsProps = { mails: readonly MailboxEntry[]; address: ReturnType<typeof useMailboxAddress> };

function Mails({ mails, address }: MailsProps) {
  const chosen = mails.find(({ id }) => id === address.mailId);
  // On a desktop the newest is open; on a phone the list comes first.
  const shown = chosen ?? mails[0];
  return (
    <div className="mailbox card" data-open={chosen !== undefined || undefined}>
      <MailList mails={mails} openId={shown?.id} onOpen={address.openMail} />
      {shown !== undefined && <MailView key={shown.id} mail={shown} onBack={address.closeMail} />}
    </div>
  );
}
