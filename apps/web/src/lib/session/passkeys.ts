import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { type PasskeyAnswer, passkeysApi } from '@stablegate/contract';
import { call } from '../api/api';

/** Loaded when it is used: most sign-ins need none of it. */
const library = () => import('@simplewebauthn/browser');

/** The browser's dialog was closed, or timed out: nothing to tell. */
export const isPasskeyDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

const toAnswer = ({
  id,
  rawId,
  type,
  response,
  clientExtensionResults,
}: Pick<AuthenticationResponseJSON, 'id' | 'rawId' | 'type'> & { response: object; clientExtensionResults: object }): PasskeyAnswer => ({
  id,
  rawId,
  type,
  response: { ...response },
  clientExtensionResults: { ...clientExtensionResults },
});

/** A proof of one of the user's passkeys: for a sign-in, its second step, or a confirmation. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const [{ startAuthentication }, options] = await Promise.all([library(), call(passkeysApi.signInOptions, {})]);
  return toAnswer(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }));
}

export async function createPasskey(options: Record<string, unknown>): Promise<PasskeyAnswer> {
  const { startRegistration } = await library();
  return toAnswer(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));
}
