import { callbacksApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asStoreId } from '../../platform/id-types';
import type { CallbackService } from './callbacks.service';

export function mountCallbacks(route: Router, { callbacks }: { callbacks: CallbackService }): void {
  route(callbacksApi.test, async (request) => callbacks.sendTest(signedIn(request).userId, asStoreId(request.params.id), request.body.url));
}
