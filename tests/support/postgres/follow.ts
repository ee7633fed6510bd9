import type { Client } from 'pg';

/**
 * Reads a table from cursor to cursor, as fast as it can, while others write to it; then says which of its rows were never
 * read. That is what a poller loses when places become visible out of their order.
 * @param until resolves when the writers are done
 */
export async function unread(line: Client, table: string, until: Promise<unknown>): Promise<number> {
  let cursor = 0;
  let read = 0;
  let done = false;
  void until.finally(() => {
    done = true;
  });
  const readOn = async (): Promise<void> => {
    const last = done;
    const { rows } = await line.query<{ id: number }>(
      `select id::int from ${table} where id > ${cursor} order by id limit 500`,
    );
    cursor = rows.at(-1)?.id ?? cursor;
    read += rows.length;
    if (!last || rows.length > 0) await readOn();
  };
  await readOn();
  const { rows } = await line.query<{ count: number }>(`select count(*)::int from ${table}`);
  return (rows[0]?.count ?? 0) - read;
}
