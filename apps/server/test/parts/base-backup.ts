import { chownSync, copyFileSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The cluster's folder within the folder of its files. */
export const DATA = 'postgres';
const PASSWORD = 'postgres-password';
/** Of the running server alone. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts']);
const EMPTIED = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp']);

type Owner = { readonly uid: number; readonly gid: number };

/** As the manual says of a copy under load: files may vanish or change meanwhile, and the WAL makes up for it. */
function copyFolder(from: string, to: string, owner: Owner): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  chownSync(to, owner.uid, owner.gid);
  for (const name of readdirSync(from).filter((each) => !NOT_COPIED.has(each))) {
    const [source, target] = [join(from, name), join(to, name)];
    try {
      if (EMPTIED.has(name)) mkdirSync(target, { mode: 0o700 });
      else if (lstatSync(source).isDirectory()) copyFolder(source, target, owner);
      else copyFileSync(source, target);
      chownSync(target, owner.uid, owner.gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What pg_basebackup does, which the embedded PostgreSQL lacks. */
export async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const owner = statSync(join(from, DATA));
  mkdirSync(to, { mode: 0o755 });
  copyFileSync(join(from, PASSWORD), join(to, PASSWORD));
  await withClient(url, async (client) => {
    await client.query("select pg_backup_start('test', true)");
    copyFolder(join(from, DATA), join(to, DATA), owner);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeOwned(join(to, DATA, 'backup_label'), rows[0]?.labelfile ?? '', owner);
  });
}

export function writeOwned(file: string, text: string, owner: Owner): void {
  writeFileSync(file, text);
  chownSync(file, owner.uid, owner.gid);
}

/** Ready to be started as a standby. */
export async function copyAsStandby(url: string, from: string, to: string): Promise<void> {
  await copyRunning(url, from, to);
  writeOwned(join(to, DATA, 'standby.signal'), '', statSync(join(to, DATA)));
}
