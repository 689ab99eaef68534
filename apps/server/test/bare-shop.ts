/**
 * A user and a store without wallets or keys, written directly to the tables: for tests where only the number of invoices or reading them
 * matters.
 */
export const bareShop = (userId: string, storeId: string, name: string): string[] => [
  `insert into users (id, username, username_key, email, email_key, password_hash, created_at)
     values ('${userId}', '${userId}', '${userId}', '${userId}@shop.example', '${userId}@shop.example', '', now())`,
  `insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
     values ('${storeId}', '${userId}', '${name}', 'm_${storeId}', 60, ''::bytea, now())`,
];
