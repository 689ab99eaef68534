import { apiCallsApi, apiKeysApi, embedApi, epusdtSettingsApi, mayRole, storesApi, walletsApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asApiKeyId, asStoreId, asWalletId } from '../../platform/id-types';
import type { Principal } from '../../platform/principal';
import type { StoreService } from './stores.service';

const walletOf = <T extends { readonly storeId: string }>(input: T) => ({ ...input, storeId: asStoreId(input.storeId) });

function mountKeys(route: Router, { stores }: { stores: StoreService }): void {
  route(apiKeysApi.list, (request) => stores.keys.list(signedIn(request).userId, asStoreId(request.params.id)));

  route(apiCallsApi.list, (request) => stores.listCalls(signedIn(request).userId, asStoreId(request.params.id), request.query));

  route(apiKeysApi.create, async (request, reply) =>
    reply.code(201).send(await stores.keys.create(signedIn(request), asStoreId(request.params.id), request.body)),
  );

  route(apiKeysApi.roll, async (request, reply) => {
    const { id, keyId } = request.params;
    return reply.code(201).send(await stores.keys.roll(signedIn(request), asStoreId(id), asApiKeyId(keyId), request.body.keepOldHours));
  });

  route(apiKeysApi.restrictMain, (request) =>
    stores.keys.restrictMain(signedIn(request), asStoreId(request.params.id), request.body.allowedIps),
  );

  route(apiKeysApi.revoke, async (request, reply) => {
    const { id, keyId } = request.params;
    await stores.keys.revoke(signedIn(request), asStoreId(id), asApiKeyId(keyId));
    return reply.code(204).send();
  });
}

function mountEpusdt(route: Router, { stores }: { stores: StoreService }): void {
  route(epusdtSettingsApi.get, async (request) => {
    const { userId, account } = signedIn(request);
    const { token, ...settings } = await stores.readEpusdt(userId, asStoreId(request.params.id));
    return { ...settings, token: token === null || mayRole(account.role, 'secrets') ? token : maskSecret(token) };
  });

  route(epusdtSettingsApi.change, (request) => stores.changeEpusdt(signedIn(request), asStoreId(request.params.id), request.body));

  route(epusdtSettingsApi.cancelRate, async (request, reply) => {
    await stores.cancelEpusdtRate(signedIn(request), asStoreId(request.params.id));
    return reply.code(204).send();
  });

  route(epusdtSettingsApi.refreshToken, async (request) => ({
    token: await stores.renewEpusdtToken(signedIn(request), asStoreId(request.params.id)),
  }));
}
/** Members of a team whose role does not include secrets see how a key ends, nothing else. */
function hideSecrets<T extends { readonly apiKey: string; readonly callbackSecret?: string; readonly allowedIps?: string[] | undefined }>(
  { account }: Principal,
  store: T,
): T {
  if (mayRole(account.role, 'secrets')) return store;
  const { apiKey, callbackSecret } = store;
  const details = callbackSecret === undefined ? {} : { callbackSecret: maskSecret(callbackSecret), allowedIps: undefined };
  return { ...store, apiKey: maskSecret(apiKey), ...details };
}
const maskSecret = (secret: string): string => `••••${secret.slice(-4)}`;

export function mountStores(route: Router, { stores }: { stores: StoreService }): void {
  mountEpusdt(route, { stores });
  route(storesApi.list, async (request) => {
    const principal = signedIn(request);
    return (await stores.list(principal.userId)).map((store) => hideSecrets(principal, store));
  });

  route(storesApi.create, async (request, reply) => {
    const principal = signedIn(request);
    return reply.code(201).send(hideSecrets(principal, await stores.create(principal.userId, request.body)));
  });

  route(storesApi.get, async (request) => {
    const principal = signedIn(request);
    const { store, wallets } = await stores.get(principal.userId, asStoreId(request.params.id));
    return { store: hideSecrets(principal, store), wallets };
  });

  route(storesApi.update, async (request) => {
    const principal = signedIn(request);
    return hideSecrets(principal, await stores.change(principal, asStoreId(request.params.id), request.body));
  });

  route(storesApi.remove, async (request, reply) => {
    await stores.remove(signedIn(request), asStoreId(request.params.id));
    return reply.code(204).send();
  });

  route(storesApi.refreshApiKey, async (request) => ({
    apiKey: await stores.refreshApiKey(signedIn(request), asStoreId(request.params.id)),
  }));

  mountKeys(route, { stores });

  route(embedApi.get, (request) => stores.readEmbed(signedIn(request).userId, asStoreId(request.params.id)));

  route(embedApi.change, (request) => stores.changeEmbed(signedIn(request), asStoreId(request.params.id), request.body));

  route(storesApi.refreshCallbackSecret, async (request) => ({
    callbackSecret: await stores.refreshCallbackSecret(signedIn(request), asStoreId(request.params.id)),
  }));

  route(walletsApi.create, async (request, reply) =>
    reply.code(201).send(await stores.addWallet(signedIn(request), walletOf(request.body))),
  );

  route(walletsApi.challenge, async (request, reply) =>
    reply.code(201).send(await stores.challengeOwner(signedIn(request).userId, walletOf(request.body))),
  );

  route(walletsApi.update, (request) => stores.changeWallet(signedIn(request), asWalletId(request.params.id), request.body));

  route(walletsApi.cancelChange, async (request, reply) => {
    await stores.cancelChange(signedIn(request), asWalletId(request.params.id));
    return reply.code(204).send();
  });

  route(walletsApi.remove, async (request, reply) => {
    await stores.removeWallet(signedIn(request), asWalletId(request.params.id));
    return reply.code(204).send();
  });
}
