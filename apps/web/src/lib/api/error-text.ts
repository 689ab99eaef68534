import { currentTranslation, type TFunction } from '../i18n/texts';
import { ApiError, isNetworkError } from './api-error';

/**
 * The server's message in the user's language. Most messages are keys of the catalogue; one that contains amounts or names is shown
 * unchanged and not reported as a missing text. An answer without a usable message gives the caller's own sentence (specification 1,
 * section 8); only where nothing answered at all is that the message.
 */
export function errorText(t: TFunction, error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.message === '') return otherwise;
  if (isNetworkError(error) && error.status !== 0) return otherwise;
  return currentTranslation().isKnown(error.message) ? t(error.message) : error.message;
}

const OUR_FAULT = 500;

/** For the popup of a failure on our side: what support asks for. A refusal explains itself. */
export const requestOf = (t: TFunction, error: unknown) =>
  error instanceof ApiError && error.status >= OUR_FAULT && error.requestId !== undefined
    ? { id: error.requestId, labels: { request: t('Request ID'), copy: t('Copy'), copied: t('Copied') } }
    : undefined;

/** A validator's own sentence ("Invalid input: expected string, received undefined") helps a developer, not a person. */
export const fieldText = (t: TFunction, message: string): string =>
  currentTranslation().isKnown(message) ? t(message) : t('Please check this value.');
