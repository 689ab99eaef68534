import { callbacksApi, deliveriesApi, endpointsApi, mayRole } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asDeliveryId, asStoreId } from '../../platform/id-types';
import type { CallbackService } from './callbacks.service';

export function mountCallbacks(route: Router, { callbacks }: { callbacks: CallbackService }): void {
  route(callbacksApi.test, async (request) => callbacks.sendTest(signedIn(request), asStoreId(request.params.id), request.body.url));

  route(endpointsApi.list, async (request) => {
    const principal = signedIn(request);
    const endpoints = await callbacks.listEndpoints(principal, asStoreId(request.params.id));
    if (mayRole(principal.account.role, 'secrets')) return endpoints;
    return endpoints.map((endpoint) => ({ ...endpoint, secret: `••••${endpoint.secret.slice(-4)}` }));
  });

  route(endpointsApi.create, async (request, reply) =>
    reply.code(201).send(await callbacks.addEndpoint(signedIn(request), asStoreId(request.params.id), request.body)),
  );

  route(endpointsApi.change, (request) => {
    const { id, endpointId } = request.params;
    return callbacks.changeEndpoint(signedIn(request), { storeId: asStoreId(id), id: endpointId }, request.body);
  });

  route(endpointsApi.remove, async (request, reply) => {
    const { id, endpointId } = request.params;
    await callbacks.dropEndpoint(signedIn(request), asStoreId(id), endpointId);
    return reply.code(204).send();
  });

  route(endpointsApi.refreshSecret, async (request) => {
    const { id, endpointId } = request.params;
    return { secret: await callbacks.refreshEndpointSecret(signedIn(request), asStoreId(id), endpointId) };
  });

  route(endpointsApi.example, (request) => {
    const { id, endpointId } = request.params;
    return callbacks.sendExample(signedIn(request), asStoreId(id), { endpointId, ...request.body });
  });

  route(deliveriesApi.list, (request) => callbacks.readDeliveries(signedIn(request).userId, asStoreId(request.params.id), request.query));

  route(deliveriesApi.resend, async (request, reply) => {
    const { id, deliveryId } = request.params;
    await callbacks.resendDelivery(signedIn(request).userId, asStoreId(id), asDeliveryId(deliveryId));
    return reply.code(202).send({ message: 'The callback is sent again' });
  });
}
