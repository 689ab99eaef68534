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
/** The filters of the API log: a tab of a merchant alone has what they name, and the validator must not import it. */
const API_LOG = /contract[\\/]src[\\/]keys[\\/]api-calls\./;
/** The catalogue of callback events with its examples, for a tab of a merchant and a page for developers. */
const EVENTS = /contract[\\/]src[\\/]merchant[\\/]callback-/;
/** The catalogue of errors with causes and cures, for the pages of the documentation. */
const ERROR_HELP = /contract[\\/]src[\\/](error-help[\\/]|errors\.ts$)/;
/** Payment links, for a merchant's list and a customer's page, and the websites that show them. */
const LINKS = /contract[\\/]src[\\/]merchant[\\/](payment-links|embed)\./;
/** The merchant and the amount of invoices, payment links and top-ups: forms that nobody sees first. */
const MONEY_FORMS = /lib[\\/](merchants[\\/]|optional-mark\.|i18n[\\/]typed-number\.)/;
/** The kit's switch, and the rules of a whitelist of addresses. */
const SETTINGS = /react-switch[\\/]|forms[\\/]switch\.|lib[\\/]allowed-addresses\.|rules[\\/]src[\\/]address-ranges\./;
/** The websites that may frame a store's checkout, for two screens. */
const WEBSITES = /lib[\\/]api[\\/]embed\.query\./;
/** The back office's pages, for its sidebar and the command menu. */
const ADMIN_PAGES = /frames[\\/]admin-navigation\./;
/** How far a network is behind, for a merchant's tab and the status page. */
const NETWORK_STATE = /lib[\\/](networks[\\/]network-state|time[\\/]lag\.format)\./;
/** For the paths and URLs of the documentation and of an invoice's page. */
const LONG_NAMES = /ui[\\/]src[\\/]breakable\./;

/** Of the library, which side text begins at; the rest of it belongs to OVERLAYS. */
const DIRECTION = /@radix-ui[\\/]react-direction[\\/]/;
/** Dialogs, menus, tooltips, selects, tabs and toasts, fetched at the first sign of a person, or with a screen that has one. */
const OVERLAY_LIBRARIES =
  /@radix-ui[\\/]|@floating-ui[\\/]|node_modules[\\/](radix-ui|react-remove-scroll(-bar)?|react-style-singleton|aria-hidden|use-sidecar|use-callback-ref|tslib|get-nonce|sonner)[\\/]/;
const OVERLAYS =
  /ui[\\/]src[\\/](overlays[\\/](dialog|sheet|menu-content|tooltip-content|popup-host|toast-host|return-focus|after-seen)|forms[\\/]select|tabs)\./;
/** Lists with filters and pages; the dashboard's table is without them. */
const LISTS =
  /lib[\\/](lists[\\/](?!load-error|list-texts|invoice-columns|page-filters|plain-list|list-state|not-charged)|export-button\.|api[\\/](download|use-save-file)\.|dialog-foot\.)|display[\\/](pagination|filter-chip)/;
/** For new passwords, which nobody types on the first page. */
const PASSWORDS =
  /lib[\\/]session[\\/](password-fields|guessable-password)\.|forms[\\/]strength-meter\.|rules[\\/]src[\\/]password|accounts[\\/](guessable-password|account-rules)/;
/** All that the sign-in needs and other pages have too. */
const START = [
  /lib[\\/](api[\\/](api|api-error|call|error-text|own-task|query-client|runtime-mode|timers)|i18n[\\/](flag|i18n)|lists[\\/](list-texts|load-error)|page-title|screen|session[\\/](next-url|passkeys|password-labels|recent-sign-in|session|session-watch)|time[\\/]server-clock|unsaved[\\/]unsaved-changes)\.tsx?$/,
  /ui[\\/]src[\\/](card|classes|direction|empty-state|error-state|notice|on-demand|request-id|slot|spinner|display[\\/](amount|amount\.format|avatar|badge|copy-button|number-language|number-marks)|forms[\\/](button|checkbox|field|icon-button|input-modality|password-input|text-input)|overlays[\\/](floating|menu|menu\.parts|popup\.queue|toast\.queue|tooltip))\.tsx?$/,
  /web[\\/]src[\\/]app[\\/](language-menu|server-stripe|use-change-language|brand)\.tsx?$/,
  /contract[\\/]src[\\/](accounts[\\/](accounts|passkeys)|translations|[\w-]+[\\/]translations|route)\.ts(\?routes)?$/,
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|icons[\\/](check|chevron-down|circle-exclamation-point|circle-check|circle-dashed|circle-x|clock|copy|eye|eye-off|globe|info|key-round|loader|minus|rotate-cw|triangle-exclamation-point|webhook)\.(m?js)$/,
  DIRECTION,
];

export const groups: Group[] = [
  {
    // What the payment page has in common with the app.
    name: 'basics',
    test: /rules[\\/]src[\\/](range|money|periods|languages|wallet-link|networks[\\/]names)\.|src[\\/]lib[\\/](api[\\/]networks|explorer|i18n[\\/](texts|languages-of)|log|stored|time[\\/]zoned|embed[\\/]\w+)\.|preload-helper/,
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
    test: (id) => /node_modules[\\/]zod[\\/]|\?rules$|lists[\\/]page-filters\./.test(id) && !API_LOG.test(id),
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
    test: SETTINGS,
    includeDependenciesRecursively: false,
    priority: 5, // before calls, which would take the rules
  },
  {
    name: 'overlays',
    test: (id) => OVERLAYS.test(id) || (OVERLAY_LIBRARIES.test(id) && !DIRECTION.test(id)),
    includeDependenciesRecursively: false,
    priority: 5,
  },
  { name: 'lists', test: LISTS, includeDependenciesRecursively: false, priority: 4 },
  { name: 'passwords', test: PASSWORDS, includeDependenciesRecursively: false, priority: 5 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|lib[\\/]react-root\./, priority: 3 },
  { name: 'forms', test: /node_modules[\\/]react-hook-form[\\/]/, priority: 3 },
  {
    name: 'platform',
    // Without changes, and endless lists, which the sign-in has not.
    test: /node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query))[\\/](?!.*(mutationObserver|useMutation|[iI]nfiniteQueryObserver|useInfiniteQuery)\.js)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // Of the query library what only changes use: neither the sign-in nor the dashboard has one.
  { name: 'changes', test: /@tanstack[\\/].*(mutationObserver|useMutation)\.js/, includeDependenciesRecursively: false, priority: 3 },
  {
    name: 'sign-in',
    test: /frames[\\/](auth-frame|product-picture)\.tsx$|session[\\/]event-replay\.|sign-in[\\/](login\.screen|passkey-button|use-login|use-login-form|use-finish-sign-in|pending-login|sign-in-target)\.tsx?$/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  { name: 'start', test: (id) => START.some((each) => each.test(id)), includeDependenciesRecursively: false, priority: 5 },
  { name: 'errors', test: /contract[\\/]src[\\/]errors\.ts$/, includeDependenciesRecursively: false, priority: 4 },
  {
    name: 'more',
    test: (id) =>
      (SHARED.test(id) || /web[\\/]src[\\/]app[\\/]/.test(id)) &&
      ![AUDIT, WEBSITES, ADMIN_PAGES, NETWORK_STATE, LONG_NAMES].some((each) => each.test(id)),
    minShareCount: 2,
    priority: 1,
  },
];

/** What every page of the app has loaded before it asks for another: named again for each route, they would make the first load larger. */
const FIRST_FILES = /(?:^|[\\/])(?:basics|platform|react|rolldown-runtime|start)-[\w-]+\.js$/;

/** Scripts by name: so lists resemble each other, and compress to less. The order of styles decides between them. */
export function withoutFirstFiles(_file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  if (hostType === 'html') return needed;
  const isScript = (file: string): boolean => file.endsWith('.js');
  const scripts = needed.filter((file) => isScript(file) && !FIRST_FILES.test(file));
  return [...scripts.sort(), ...needed.filter((file) => !isScript(file))];
}
