import type { ContactForm } from '@stablegate/contract';
import type { Tx } from '../../platform/db/db';
import type { ContactMessageId } from '../../platform/id-types';

export type NewContactMessage = ContactForm & { readonly id: ContactMessageId; readonly ip: string; readonly createdAt: Date };

export async function insertContactMessage(tx: Tx, message: NewContactMessage): Promise<void> {
  const { createdAt, ...rest } = message;
  await tx
    .insertInto('contact_messages')
    .values({ ...rest, created_at: createdAt })
    .execute();
}
