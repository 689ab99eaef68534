import { API_BASE, type ErrorCode, errorCatalogue, merchantApi } from '@stablegate/contract';
import { useTranslation } from '../../lib/i18n/texts';
import { invoiceRequestFields, invoiceResponseFields } from './api-fields';
import { CodeBlock } from './code-block';
import { EndpointLine } from './reference/endpoint-line';
import { FieldTable } from './reference/field-table';
import { SampleTabs } from './sample-tabs';

const PATH = `${API_BASE}${merchantApi.create.path}`;
/** Errors of any call with a key, and of this one. */
const REFUSALS: readonly ErrorCode[] = [
  'invalid_api_key',
  'api_key_ended',
  'missing_scope',
  'key_address_not_allowed',
  'invalid_value',
  'rate_limited',
  ...merchantApi.create.errors,
];

export function ApiInvoice() {
  const { t } = useTranslation();
  return (
    <section className="api-section" aria-labelledby="create-invoice">
      <div className="api-words">
        <h2 id="create-invoice">{t('Create an invoice')}</h2>
        <EndpointLine method={merchantApi.create.method} path={PATH} copy={`${window.location.origin}${PATH}`} />
        <FieldTable
          caption={t('Headers')}
          fields={[
            { path: 'X-API-KEY', type: 'string', isRequired: true, note: t('The API key of your merchant.'), limits: [] },
            { path: 'Content-Type', type: '"application/json"', isRequired: true, note: undefined, limits: [] },
          ]}
        />
        <FieldTable caption={t('Request body')} fields={invoiceRequestFields(t)} />
        <FieldTable caption={t('Response')} fields={invoiceResponseFields(t)} isAnswer />
      </div>
      <div className="api-code">
        <SampleTabs kind="create-invoice" title={t('Create an invoice')} />
        <CodeBlock title={t('Response, 201')} language="json" code={responseExample(window.location.origin)} />
        <Refusals />
      </div>
    </section>
  );
}

const responseExample = (origin: string): string =>
  JSON.stringify(
    {
      status: 'success',
      msg: 'Invoice created',
      data: {
        trans_id: 'k7qm2xzp4lw8vkqdb2xct9wylh',
        amount: '48.000000',
        status: 'pending',
        url_payment: `${origin}/bill/k7qm2xzp4lw8vkqdb2xct9wylh`,
        expires_at: '2026-11-15T02:15:00.000Z',
        payable: '48.240000',
        addresses: { TRON: 'T… (yours)', BEP20: '0x… (yours)' },
      },
    },
    null,
    2,
  );

function Refusals() {
  const { t } = useTranslation();
  const rows = REFUSALS.map((code) => ({ code, ...errorCatalogue[code] })).sort((a, b) => a.status - b.status);
  return (
    <table className="field-table refusal-table">
      <caption>{t('Errors')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('Code')}</th>
          <th scope="col">{t('Description')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, status, message }) => (
          <tr key={code}>
            <th scope="row">
              <bdi dir="ltr">
                <span className="num">{status}</span> <code className="mono">{code}</code>
              </bdi>
            </th>
            <td>
              <p>{t(message)}</p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
