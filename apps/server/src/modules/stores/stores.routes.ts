import { apiKeysApi, storesApi, walletsApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asApiKeyId, asStoreId, asWalletId } from '../../platform/id-types';
import type { StoreService } from './stores.service';

const walletOf = <T extends { readonly storeId: string }>(input: T) => ({ ...input, storeId: asStoreId(input.storeId) });

function mountKeys(route: Router, { stores }: { stores: StoreService }): void {
  route(apiKeysApi.list, (request) => stores.listKeys(signedIn(request).userId, asStoreId(request.params.id)));

  route(apiKeysApi.create, async (request, reply) =>
    reply.code(201).send(await stores.createKey(signedIn(request), asStoreId(request.params.id), request.body)),
  );

  route(apiKeysApi.roll, async (request, reply) => {
    const { id, keyId } = request.params;
    return reply.code(201).send(await stores.rollKey(signedIn(request), asStoreId(id), asApiKeyId(keyId), request.body.keepOldHours));
  });

  route(apiKeysApi.revoke, async (request, reply) => {
    const { id, keyId } = request.params;
    await stores.revokeKey(signedIn(request), asStoreId(id), asApiKeyId(keyId));
    return reply.code(204).send();
  });
}

export function mountStores(route: Router, { stores }: { stores: StoreService }): void {
  route(storesApi.list, (request) => stores.list(signedIn(request).userId));

  route(storesApi.create, async (request, reply) => reply.code(201).send(await stores.create(signedIn(request).userId, request.body)));

  route(storesApi.get, (request) => stores.get(signedIn(request).userId, asStoreId(request.params.id)));

  route(storesApi.update, (request) => stores.change(signedIn(request).userId, asStoreId(request.params.id), request.body));

  route(storesApi.remove, async (request, reply) => {
    await stores.remove(signedIn(request), asStoreId(request.params.id));
    return reply.code(204).send();
  });

  route(storesApi.refreshApiKey, async (request) => ({
    apiKey: await stores.refreshApiKey(signedIn(request), asStoreId(request.params.id)),
  }));

  mountKeys(route, { stores });

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
