import { CALLBACK_EVENT_TYPES, CALLBACK_EVENTS, type CallbackEvent, exampleEvent, TEST_EVENT, TEST_EVENT_WHEN } from '@stablegate/contract';
import { Button } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { usePageTitle } from '../../../lib/page-title';
import { CodeBlock } from '../code-block';
import { FieldTable } from '../reference/field-table';
import { fieldsOf } from '../reference/reference.fields';
import { eventSchemaQuery } from '../reference/reference.query';
import { useAnchorOnArrival } from '../reference/use-anchor';
import { DocsSearch } from '../search/docs-search';
import '../developers.css';
import '../code.css';
import { useTranslation } from '../../../lib/i18n/texts';

type Type = CallbackEvent['type'];
const TYPES: readonly Type[] = [...CALLBACK_EVENT_TYPES, TEST_EVENT];
const whenOf = (type: Type): string => (type === TEST_EVENT ? TEST_EVENT_WHEN : CALLBACK_EVENTS[type]);

/** Every callback event with when it is sent and an example; the fields are those of the OpenAPI document. */
export default function EventsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Callback events'));
  useAnchorOnArrival();
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{t('Callback events')}</h1>
        <div className="phone-line">
          <DocsSearch />
          <Button asChild>
            <Link to="/api">
              <BookOpen className="icon" aria-hidden="true" />
              {t('API Documentation')}
            </Link>
          </Button>
        </div>
      </div>
      <section className="card api-start" aria-label={t('Before you start')}>
        <p>
          {t(
            'An endpoint of your merchant gets the events you choose, for every invoice. Without a choice, the callback_url of an invoice gets the specified body when it is completed or expires.',
          )}
        </p>
        <p>
          {t(
            'Events of one invoice arrive in order while your server answers. Compare sequence: the higher number is the newer state. The same event has the same id at every endpoint and in GET /payment/events.',
          )}
        </p>
      </section>
      <Schema />
      {TYPES.map((type) => (
        <section key={type} className="api-section" aria-labelledby={type}>
          <div className="api-words">
            <h2 id={type} className="mono">
              <bdi dir="ltr">{type}</bdi>
            </h2>
            <p>{t(whenOf(type))}</p>
          </div>
          <div className="api-code">
            <CodeBlock title={type} language="json" code={JSON.stringify(exampleEvent(type), null, 2)} />
          </div>
        </section>
      ))}
    </>
  );
}

function Schema() {
  const { t, isKnown } = useTranslation();
  const schema = useQuery(eventSchemaQuery);
  // Written once, in the contract; unlike those of the whole reference they are few enough to be translated.
  const fields = fieldsOf(schema.data).map((field) =>
    field.note && isKnown(field.note) ? { ...field, note: t(field.note), isEnglish: false } : field,
  );
  if (fields.length === 0) return null;
  return (
    <section className="api-section" aria-labelledby="event-fields">
      <div className="api-words">
        <h2 id="event-fields">{t('Fields of every event')}</h2>
        <FieldTable caption={t('Fields of every event')} fields={fields} isHeaded isAnswer />
      </div>
    </section>
  );
}
