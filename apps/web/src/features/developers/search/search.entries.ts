import { loadSections } from 'virtual:guides';
import { CALLBACK_EVENT_TYPES, CALLBACK_EVENTS, type ErrorCode, errorCatalogue, errorHelp } from '@stablegate/contract';
import type { Operation, Reference } from '../reference/reference.model';
import type { Entry } from './search.model';

const callEntry = ({ id, method, path, summary }: Operation, tag: string): Entry => ({
  kind: 'call',
  to: `/docs#${id}`,
  title: `${method} ${path}`,
  detail: summary,
  text: tag,
});

/** A field of a body or an answer, once per call. */
function fieldEntries({ id, method, path, parameters, body, answers }: Operation): Entry[] {
  const fields = new Map([...parameters, ...body, ...answers.flatMap((answer) => answer.fields)].map((field) => [field.path, field]));
  return [...fields.values()].map((field) => ({
    kind: 'field',
    to: `/docs#${id}`,
    title: field.path,
    detail: `${method} ${path}`,
    text: field.note ?? '',
  }));
}

const errorEntry = (code: ErrorCode, translated: (text: string) => string): Entry => ({
  kind: 'error',
  to: `/docs/errors#${code}`,
  title: code,
  detail: translated(errorCatalogue[code].message),
  text: `${errorCatalogue[code].status} ${errorCatalogue[code].message} ${errorHelp[code].cause} ${errorHelp[code].cure}`,
});

/** Everything that can be found. The guides' texts are loaded with the search, not with a page. */
export async function loadEntries({ groups }: Reference, translated: (text: string) => string): Promise<Entry[]> {
  const { default: guides } = await loadSections();
  const operations = groups.flatMap(({ tag, operations: calls }) => calls.map((operation) => ({ tag, operation })));
  return [
    ...operations.map(({ tag, operation }) => callEntry(operation, tag)),
    ...operations.flatMap(({ operation }) => fieldEntries(operation)),
    ...(Object.keys(errorCatalogue) as ErrorCode[]).map((code) => errorEntry(code, translated)),
    ...CALLBACK_EVENT_TYPES.map(
      (type): Entry => ({
        kind: 'event',
        to: `/events#${type}`,
        title: type,
        detail: translated(CALLBACK_EVENTS[type]),
        text: CALLBACK_EVENTS[type],
      }),
    ),
    ...guides.flatMap(({ slug, title, sections }) =>
      sections.map(
        (section): Entry => ({
          kind: 'guide',
          to: `/docs/guides/${slug}${section.id === '' ? '' : `#${section.id}`}`,
          title: section.title,
          detail: section.id === '' ? '' : title,
          text: section.text,
        }),
      ),
    ),
  ];
}
