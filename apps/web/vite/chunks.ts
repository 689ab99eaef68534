/**
 * Few files per route: the automatic split makes one for every combination of screens, 91 for the dashboard, each with its own request and
 * its own dictionary. Libraries rarely change and stay in the browser's cache over releases.
 */
type Group = {
  readonly name: string;
  readonly test: RegExp | ((id: string) => boolean);
  readonly priority: number;
  /** Only modules that so many screens use. */
  readonly minShareCount?: number;
  /** false: only what matches. Otherwise unused rules would bring the validator along. */
  readonly includeDependenciesRecursively?: false;
};

const SHARED = /node_modules|packages[\\/]ui[\\/]|web[\\/]src[\\/]lib[\\/]/;
const CONTRACT = /packages[\\/](contract|rules)[\\/]/;
/** Tables of the back office's lists, which use the validator. */
const ADMIN_LISTS = /contract[\\/]src[\\/]admin[\\/]admin/;
/** The audit log's words, which few screens show. */
const AUDIT = /contract[\\/]src[\\/]accounts[\\/]audit\.ts$|lib[\\/]audit-facts\./;
/** The catalogue of callback events with its examples, for a tab of a merchant and a page for developers. */
const EVENTS = /contract[\\/]src[\\/]merchant[\\/]callback-/;
/** Causes and cures of errors, for the pages of the documentation. */
const ERROR_HELP = /contract[\\/]src[\\/]error-help[\\/]/;
/** Payment links, for a merchant's list and a customer's page, and the websites that show them. */
const LINKS = /contract[\\/]src[\\/]merchant[\\/](payment-links|embed)\./;
/** The merchant and the amount of invoices, payment links and top-ups: forms that nobody sees first. */
const MONEY_FORMS = /lib[\\/](merchants[\\/]|optional-mark\.|i18n[\\/]typed-number\.)/;
/** The websites that may frame a store's checkout, for two screens. */
const WEBSITES = /lib[\\/]api[\\/]embed\.query\./;

export const groups: Group[] = [
  {
    // What the payment page has in common with the app.
    name: 'basics',
    test: /rules[\\/]src[\\/](range|money|periods|languages|wallet-link)\.|contract[\\/]src[\\/]network-names|src[\\/]lib[\\/](api[\\/]networks|explorer|i18n[\\/]texts|stored|embed[\\/]\w+)\.|preload-helper/,
    priority: 6,
  },
  // A customer's page and its frame within a shop, for the payment page and the screen of a payment link.
  {
    name: 'payer',
    test: /lib[\\/]embed[\\/](embedded|messages)\.|rules[\\/]src[\\/]wallet-link\./,
    includeDependenciesRecursively: false,
    priority: 7,
  },
  // `?rules` is made by contract-parts.ts. Twelve lists share page-filters: in the kit it would bring the validator into the first load.
  {
    name: 'validation',
    test: /node_modules[\\/]zod[\\/]|\?rules$|lists[\\/]page-filters\./,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  { name: 'qr', test: /node_modules[\\/](qrcode|dijkstrajs)[\\/]|display[\\/]qr/, includeDependenciesRecursively: false, priority: 5 },
  {
    name: 'calls',
    test: (id) =>
      CONTRACT.test(id) && !ADMIN_LISTS.test(id) && !AUDIT.test(id) && !EVENTS.test(id) && !LINKS.test(id) && !ERROR_HELP.test(id),
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 4,
  },
  { name: 'money-forms', test: MONEY_FORMS, includeDependenciesRecursively: false, priority: 4 },
  // Of a store's and a person's settings: no first page has a switch.
  {
    name: 'settings',
    test: /react-switch[\\/]|forms[\\/]switch\.|lib[\\/]allowed-addresses\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'forms', test: /node_modules[\\/]react-hook-form[\\/]/, priority: 3 },
  {
    name: 'platform',
    test: /node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query))[\\/]/,
    priority: 3,
  },
  { name: 'kit', test: SHARED, minShareCount: 12, priority: 2 },
  {
    name: 'more',
    test: (id) => (SHARED.test(id) || /web[\\/]src[\\/]app[\\/]/.test(id)) && !AUDIT.test(id) && !WEBSITES.test(id),
    minShareCount: 2,
    priority: 1,
  },
];
