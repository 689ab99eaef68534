import pg from 'pg';
import type { Cluster } from './cluster';
import { directUrl } from './gateway';

const TABLES = `
  select coalesce(i.inhparent, c.oid)::regclass::text as table, sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 2 desc limit 12`;

/** Bytes per invoice by table, with its indexes: what docs/deploy/growth.md extrapolates. */
export async function printSizes({ passwords }: Cluster, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl(passwords.gateway) });
  await client.connect();
  try {
    const { rows: counts } = await client.query<{ invoices: string; paid: string }>(
      "select count(*) as invoices, count(*) filter (where status = 'SUCCESS') as paid from invoices",
    );
    const invoices = Number(counts[0]?.invoices);
    const { rows } = await client.query<{ table: string; bytes: number }>(TABLES);
    say(`\n${invoices} invoices, ${counts[0]?.paid} paid\n\n| table | bytes per invoice |\n| --- | --- |`);
    for (const { table, bytes } of rows) say(`| ${table} | ${Math.round(bytes / invoices)} |`);
  } finally {
    await client.end();
  }
}
