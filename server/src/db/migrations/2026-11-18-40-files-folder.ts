import { type Kysely, sql } from 'kysely'

/** The folder with the files of this database, which all its servers must share. At most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table files_folder (
    is_only boolean primary key default true check (is_only),
    folder_id uuid not null
  )`.execute(db)
}
