import { storesApi, walletsApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asStoreId, asWalletId } from '../../platform/id-types';
import type { StoreService } from './stores.service';

const walletOf = <T extends { readonly storeId: string }>(input: T) => ({ ...input, storeId: asStoreId(input.storeId) });

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

  route(walletsApi.remove, async (request, reply) => {
    await stores.removeWallet(signedIn(request), asWalletId(request.params.id));
    return reply.code(204).send();
  });
}
