import type { MailTemplate } from '../../platform/mail/mail-content';
import type { MailQueue, MailSender } from '../../platform/mail/mail-queue';

type Reader = { readonly username: string; readonly email: string; readonly network: string };
export type QuorumValues = Reader & {
  readonly reachable: string;
  readonly needed: string;
  readonly nodes: string;
  readonly reasons: string;
  readonly since: string;
};
export type QuorumBackValues = Reader & { readonly since: string };
export type BudgetValues = Reader & { readonly node: string; readonly used: string; readonly budget: string };

const FOOTER = 'Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.';

const quorumMail: MailTemplate<QuorumValues> = (
  { t, formatTime },
  { username, email, network, reachable, needed, nodes, reasons, since },
) => ({
  subject: t('{{network}}: payments are waiting for more nodes', { network }),
  preview: t('{{reachable}} of the {{needed}} nodes that have to agree can be reached.', { reachable, needed }),
  heading: t('{{network}}: payments are waiting for more nodes', { network }),
  intro: t(
    "Hello {{username}}, fewer nodes of {{network}} can be reached than have to agree. Payments are found and wait until enough nodes confirm them; none is lost. Please run check-nodes and review the providers' plans.",
    { username, network },
  ),
  facts: [
    { label: t('Nodes'), value: `${reachable} / ${nodes} (${needed})` },
    { label: t('Reason'), value: reasons },
    { label: t('Time'), value: formatTime(since) },
  ],
  footer: t(FOOTER, { email }),
});

const quorumBackMail: MailTemplate<QuorumBackValues> = ({ t, formatTime }, { username, email, network, since }) => ({
  subject: t('{{network}}: enough nodes are answering again', { network }),
  preview: t('{{network}}: enough nodes are answering again', { network }),
  heading: t('{{network}}: enough nodes are answering again', { network }),
  intro: t('Hello {{username}}, enough nodes of {{network}} are answering again. Payments that were waiting are now being confirmed.', {
    username,
    network,
  }),
  facts: [{ label: t('Time'), value: formatTime(since) }],
  footer: t(FOOTER, { email }),
});

const budgetMail: MailTemplate<BudgetValues> = ({ t }, { username, email, network, node, used, budget }) => ({
  subject: t('{{network}}: a node has used 80% of its budget', { network }),
  preview: t("{{used}} of today's {{budget}} requests have been used.", { used, budget }),
  heading: t('{{network}}: a node has used 80% of its budget', { network }),
  intro: t(
    'Hello {{username}}, the node {{node}} of {{network}} has received {{used}} of the {{budget}} requests allowed today. Once they are used up, it is not queried again before midnight UTC, and payments may have to wait for it.',
    { username, node, network, used, budget },
  ),
  footer: t(FOOTER, { email }),
});

export type OperatorMails = {
  readonly sendQuorum: MailSender<QuorumValues>;
  readonly sendQuorumBack: MailSender<QuorumBackValues>;
  readonly sendBudget: MailSender<BudgetValues>;
};

export const createOperatorMails = (queue: MailQueue): OperatorMails => ({
  sendQuorum: queue.define('network-quorum', quorumMail),
  sendQuorumBack: queue.define('network-quorum-back', quorumBackMail),
  sendBudget: queue.define('network-budget', budgetMail),
});
