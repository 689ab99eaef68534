import { NETWORK_NAMES, type Network } from '@stablegate/contract';
import type { AlarmKind, Detail } from './alarms.domain';

/** Translation keys: what happened, and what it means. The title of a network's alarm is also what the status page says. */
export const ALARM_TEXTS: Readonly<Record<AlarmKind, { readonly title: string; readonly meaning: string }>> = {
  network_stopped: {
    title: '{{network}} is not being read',
    meaning: 'No new block of {{network}} has been read for minutes. Payments are found once reading resumes; none is lost.',
  },
  quorum_lost: {
    title: '{{network}}: payments are waiting for more nodes',
    meaning:
      'Fewer nodes of {{network}} can be reached than have to agree. Payments are found and wait until enough nodes confirm them; none is lost.',
  },
  credits_late: {
    title: '{{network}}: payments are credited late',
    meaning:
      'A transfer in a final block of {{network}} has not been credited for more than five minutes. It is recorded, and credited as soon as the nodes prove it; none is lost.',
  },
  budget_low: {
    title: '{{network}}: a node has used 80% of its budget',
    meaning: "Once today's requests are used up, this node is not queried again before midnight UTC, and payments may have to wait for it.",
  },
  callbacks_late: {
    title: 'Callbacks are late',
    meaning: 'Callbacks have been due for minutes and were not sent. Payments are recorded; merchants learn of them late.',
  },
  mails_late: {
    title: 'Mails are late',
    meaning: 'Mails have been waiting for minutes. Codes and links reach nobody until the mail server accepts them.',
  },
  rate_unread: {
    title: 'The exchange rate cannot be read',
    meaning:
      'The VND rate has not been read for six hours. Once it is a day old, no bank top-up is offered, and transfers that need it wait in the back office.',
  },
  ledger_difference: {
    title: 'The ledger does not add up',
    meaning: 'A balance differs from its entries. Correct nothing by hand before the cause is known.',
  },
  disk_full: {
    title: 'A disk is almost full',
    meaning: 'A process that cannot write its files stops. Free some space or enlarge the disk.',
  },
  clock_wrong: {
    title: 'A clock is wrong',
    meaning: "A machine's clock differs from the database's. Codes, sessions and signatures depend on it. Keep all clocks by NTP.",
  },
  certificate_expiring: {
    title: 'The certificate expires soon',
    meaning: 'Browsers and callers will refuse our address once it has expired. Renew it and reload the proxy.',
  },
  months_missing: {
    title: 'A month has no partition in the database',
    meaning:
      'Its rows are stored in the default partition: none is lost, but reading them takes longer, and the month cannot be removed as a whole.',
  },
  token_deprecated: {
    title: '{{network}}: the USDT contract was replaced by its issuer',
    meaning:
      'Payments by the old contract are no longer seen: it forwards them to the new one. Check the new contract with the issuer and configure it.',
  },
  token_paused: {
    title: '{{network}}: USDT was paused by its issuer',
    meaning: 'Nobody can send USDT on {{network}} until the issuer resumes it. Payments made before are read as always.',
  },
  token_fee: {
    title: '{{network}}: USDT charges a fee for transfers',
    meaning: 'The contract keeps a part of each transfer, so exact payments arrive short. What arrived is what counts.',
  },
};
export const RESOLVED = { title: 'Resolved: {{alarm}}', meaning: 'What this alarm reported is over.' } as const;

const nameOf = (network: string): string => NETWORK_NAMES[network as Network] ?? network;

/** What the texts insert. */
export const valuesOf = ({ network }: Detail): Record<string, string> => (network === undefined ? {} : { network: nameOf(network) });
