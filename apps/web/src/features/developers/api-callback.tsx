import { RichText } from '../../lib/i18n/rich-text';
import { useTranslation } from '../../lib/i18n/texts';
import { answerFields, callbackFields, signatureHeaders } from './api-fields';
import { CodeBlock } from './code-block';
import { EndpointLine } from './reference/endpoint-line';
import { FieldTable } from './reference/field-table';
import { SampleTabs } from './sample-tabs';

export function ApiCallback() {
  const { t } = useTranslation();
  return (
    <section className="api-section" aria-labelledby="callback">
      <div className="api-words">
        <h2 id="callback">{t('Payment callback')}</h2>
        <EndpointLine method="POST" path="callback_url" />
        <p>{t('We call the callback_url of the invoice when it is paid and when it expires.')}</p>
        <FieldTable caption={t('Callback body')} fields={callbackFields(t)} isAnswer />
        <FieldTable caption={t('Signature headers')} fields={signatureHeaders(t)} isAnswer />
        <FieldTable caption={t('Your answer, any 2xx')} fields={answerFields(t)} isAnswer />
        <div className="api-note">
          <h3>{t('When the credentials do not match')}</h3>
          <p>
            <RichText
              text={t(
                'Check the signature, and that merchant_id and api_key are yours. Otherwise reject the call with 403, status <code>fail</code> and message <code>Invalid credentials</code>.',
              )}
              parts={{ code: (content) => <code className="mono">{content}</code> }}
            />
          </p>
          <h3>{t('If you do not answer')}</h3>
          <p>
            {t(
              'We retry for three days, 16 times with growing pauses. A 410 response ends the retries. An invoice that is paid late is reported twice, first as expired and then as completed, each with its own webhook-id.',
            )}
          </p>
        </div>
      </div>
      <div className="api-code">
        <SampleTabs kind="verify-callback" title={t('Verify a callback')} />
        <CodeBlock title={t('Callback body')} language="json" code={pretty(CALLBACK)} />
        <CodeBlock title={t('Your answer, 200')} language="json" code={pretty({ status: 'success', message: 'OK' })} />
        <CodeBlock title={t('Rejected, 403')} language="json" code={pretty({ status: 'fail', message: 'Invalid credentials' })} />
      </div>
    </section>
  );
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const CALLBACK = {
  request_id: 'order-10482',
  merchant_id: 'your_merchant_id',
  api_key: 'sk_your_api_key',
  amount: '48.000000',
  status: 'completed',
  from_address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', // tidy-allow: a customer's address in the example
  trans_id: 'k7qm2xzp4lw8vkqdb2xct9wylh',
  trans_hash: '0x5d1e7c0b9a4f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4c3b2a1908f7e6d5c4b',
};
