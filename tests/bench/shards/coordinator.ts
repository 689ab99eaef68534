import type { BenchCluster } from '../frame/cluster';

/** A PostgreSQL of its own with our schema: everything of the users that the coordinator's hash gives it. */
export type ShardPlace = { readonly name: string; readonly cluster: BenchCluster; readonly url: string };

const serverOptions = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `host '${hostname}', port '${port}', dbname '${pathname.slice(1)}', fetch_size '100', use_remote_estimate 'true'`;
};
const userOptions = (url: string): string => {
  const { username, password } = new URL(url);
  return `user '${username}', password '${decodeURIComponent(password)}'`;
};
const connectTo = (name: string, url: string): string => `
  create server ${name} foreign data wrapper postgres_fdw options (${serverOptions(url)});
  create user mapping for current_user server ${name} options (${userOptions(url)});`;

/**
 * What is global, and what reads across the shards: the directory of receiving addresses, invoices as hash partitions by user, and the
 * platform's side of the ledger as the sum over the shards. Ledger entries carry an account's number instead of a user, and each shard
 * numbers its own accounts, so they are added up per shard.
 */
export async function openCoordinator(cluster: BenchCluster, shards: readonly ShardPlace[]): Promise<string> {
  const url = await cluster.createDatabase('coordinator', { empty: true });
  const imports = shards.map(
    ({ name, url: shardUrl }) => `${connectTo(name, shardUrl)}
      create schema ${name};
      import foreign schema public limit to (invoices, ledger_entries) from server ${name} into ${name} options (import_generated 'false');`,
  );
  const partitions = shards.map(
    ({ name }, index) =>
      `alter table invoices attach partition ${name}.invoices for values with (modulus ${shards.length}, remainder ${index});`,
  );
  const sums = shards.map(({ name }) => `select platform_account, sum(balance_delta) as moved from ${name}.ledger_entries group by 1`);
  await cluster.ask(
    url,
    `create extension postgres_fdw; ${imports.join('')}
     create table invoices (like ${shards[0]?.name}.invoices) partition by hash (user_id); ${partitions.join('')}
     create view platform_moves as select platform_account, sum(moved)::bigint as moved from (${sums.join(' union all ')}) s group by 1;
     create table address_directory (family text, address_key text, user_id text, primary key (family, address_key));`,
  );
  return url;
}

/** Where the coordinator's hash puts each of these users. */
export async function placeUsers(cluster: BenchCluster, url: string, users: readonly string[], shards: number): Promise<number[]> {
  const list = users.map((user, index) => `(${index}, '${user}')`).join(',');
  const rows = await cluster.ask<{ shard: number }>(
    url,
    `select r as shard from (values ${list}) u(n, id), generate_series(0, ${shards - 1}) r
      where satisfies_hash_partition('invoices'::regclass, ${shards}, r, u.id::text collate "C") order by n`,
  );
  return rows.map(({ shard }) => shard);
}

/** A shard that claims an address claims it in the directory within the same transaction; its unique key refuses a second owner. */
export async function useDirectory({ cluster, url }: ShardPlace, directoryUrl: string): Promise<void> {
  await cluster.ask(
    url,
    `create extension postgres_fdw; ${connectTo('directory', directoryUrl)}
     create schema directory;
     import foreign schema public limit to (address_directory) from server directory into directory;
     create function claim_in_directory() returns trigger language plpgsql as $$
     begin
       insert into directory.address_directory values (new.family, new.address_key, new.user_id);
       return new;
     end $$;
     create trigger claim_in_directory before insert on address_owners for each row execute function claim_in_directory();`,
  );
}
