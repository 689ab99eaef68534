import { accountsScreens } from '../features/accounts/accounts.screens';
import { adminScreens } from '../features/admin/admin.screens';
import { auditScreens } from '../features/audit/audit.screens';
import { contactScreens } from '../features/contact/contact.screens';
import { dashboardScreens } from '../features/dashboard/dashboard.screens';
import { developersScreens } from '../features/developers/developers.screens';
import { invoicesScreens } from '../features/invoices/invoices.screens';
import { legalScreens } from '../features/legal/legal.screens';
import { linksScreens } from '../features/links/links.screens';
import { posScreens } from '../features/pos/pos.screens';
import { profileScreens } from '../features/profile/profile.screens';
import { sandboxScreens } from '../features/sandbox/sandbox.screens';
import { statementsScreens } from '../features/statements/statements.screens';
import { statusScreens } from '../features/status/status.screens';
import { storesScreens } from '../features/stores/stores.screens';
import { teamScreens } from '../features/team/team.screens';
import { topUpScreens } from '../features/top-up/top-up.screens';
import { transactionsTab } from '../features/transactions/transactions.screens';
import { transfersScreens } from '../features/transfers/transfers.screens';
import type { Screen } from '../lib/screen';

/** All screens. A feature adds its list here, which enables navigation and links to it. */
export const screens: readonly Screen[] = [
  ...accountsScreens,
  ...dashboardScreens,
  ...topUpScreens,
  ...storesScreens,
  ...invoicesScreens,
  ...linksScreens,
  ...posScreens,
  ...transfersScreens,
  ...teamScreens,
  ...profileScreens({ transaction: transactionsTab }),
  ...statementsScreens,
  ...auditScreens,
  ...developersScreens,
  ...contactScreens,
  ...legalScreens,
  ...statusScreens,
  ...sandboxScreens,
  ...adminScreens,
];
