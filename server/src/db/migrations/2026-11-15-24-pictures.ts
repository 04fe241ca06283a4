import { type Kysely, sql } from 'kysely'

/**
 * Pictures of users and organizations. File names cannot be guessed and are never reused, so a URL always shows the
 * same picture.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account add column avatar_file text`,
    // {"icon": {"file": …, "version": …}, "logo": …, "night_logo": …}; without pictures that were never changed.
    `alter table realm add column pictures jsonb not null default '{}'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
