import { EPUSDT_CODES, EPUSDT_TOKEN, type EpusdtReply, epusdtApi } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import type { Router } from '../../../http/mount';
import { AppError } from '../../../platform/app-error';
import { asActor } from '../../../platform/request-author';
import type { SignedFields, StoreService } from '../../stores/stores.service';
import type { InvoiceService } from '../invoices.service';

/** As the audit log names whoever has the token of a store. */
const SIGNER = 'Epusdt token';

export function mountEpusdtCalls(route: Router, { stores, invoices }: { stores: StoreService; invoices: InvoiceService }): void {
  async function create(request: FastifyRequest, fields: SignedFields, merchantId?: string): Promise<EpusdtReply> {
    const signer = await stores.findEpusdtStore(fields, merchantId);
    if (signer === undefined) throw new AppError('invalid_api_key');
    request.callingKey = { storeId: signer.store.storeId, key: EPUSDT_TOKEN };
    const data = await asActor(SIGNER, () => invoices.createTransaction(signer, fields));
    return { status_code: EPUSDT_CODES.success, message: 'success', data, request_id: request.id };
  }
  route(epusdtApi.create, (request) => create(request, request.body));
  route(epusdtApi.createOfStore, (request) => create(request, request.body, request.params.merchantId));
}
