// Calls go down this list, never up. What is needed from above is injected by app.ts.
const MODULES = [
  'ledger',
  'translations',
  'chains',
  'accounts',
  'contact',
  'stores',
  'invoices',
  'links',
  'deposits',
  'callbacks',
  'realtime',
  'merchant',
  'admin',
  'alarms',
];
const M = '^apps/server/src/modules';
const TEST = '\\.test\\.tsx?$|^apps/[^/]+/test/|^tests/';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...MODULES.slice(0, -1).map((name, i) =>
      rule(`${name}-calls-down-only`, { path: `${M}/${name}/`, pathNot: TEST }, { path: `${M}/(${MODULES.slice(i + 1).join('|')})/` }),
    ),
    rule(
      'modules-meet-at-the-service',
      { path: `${M}/([^/]+)/`, pathNot: TEST },
      { path: `${M}/`, pathNot: [`${M}/$1/`, '\\.service\\.ts$'] },
    ),
    rule('routes-hold-no-sql', { path: '\\.routes\\.ts$' }, { path: ['\\.queries\\.ts$', '/platform/db/db\\.ts$'] }),
    rule(
      'domain-is-pure',
      { path: '\\.domain\\.ts$' },
      { pathNot: ['\\.domain\\.ts$', '^packages/(contract|rules)/', '/platform/(assert|id-types)\\.ts$'] },
    ),
    rule('queries-know-no-service', { path: '\\.queries\\.ts$' }, { path: ['\\.(service|routes|jobs)\\.ts$', '^apps/server/src/http/'] }),
    rule('services-know-no-http', { path: `${M}/`, pathNot: ['\\.routes\\.ts$', TEST] }, { path: '^apps/server/src/http/' }),
    rule('platform-is-the-floor', { path: '^apps/server/src/platform/', pathNot: TEST }, { path: '^apps/server/src/(modules|http)/' }),
    rule('http-edge-knows-no-module', { path: '^apps/server/src/http/', pathNot: TEST }, { path: `${M}/` }),
    rule(
      'pg-stays-in-platform',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/platform/', TEST] },
      { path: 'node_modules/pg/' },
    ),
    rule('production-knows-no-sandbox', { path: '^apps/server/src/', pathNot: TEST }, { path: '^apps/sandbox/' }),
    rule('rules-import-nothing', { path: '^packages/rules/', pathNot: TEST }, { pathNot: '^packages/rules/' }),
    rule(
      'contract-imports-rules-and-zod',
      { path: '^packages/contract/', pathNot: TEST },
      { pathNot: ['^packages/(contract|rules)/', 'node_modules/zod/'] },
    ),
    rule('ui-kit-knows-no-product', { path: '^packages/ui/' }, { path: ['^apps/', '^packages/contract/'] }),
    rule('web-never-imports-server', { path: '^apps/web/' }, { path: '^apps/server/' }),
    rule(
      'web-features-do-not-meet',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    rule('web-flows-one-way', { path: '^apps/web/src/(lib|features)/' }, { path: '^apps/web/src/(app|pay|embed)/' }),
    rule('web-lib-knows-no-feature', { path: '^apps/web/src/lib/' }, { path: '^apps/web/src/features/' }),
    rule(
      'payment-page-stays-small',
      { path: '^apps/web/src/pay/' },
      {
        path: ['^apps/web/src/(app|features)/', 'node_modules/(react-router|i18next|react-i18next|@tanstack|radix-ui|zod)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule('no-test-code-in-production', { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST }, { path: TEST }),
    rule('no-cycles', {}, { circular: true }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'node', 'types'] },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
  },
};
