import { type Kysely, sql } from 'kysely'

/**
 * Pictures of people and organizations. Files have names that nobody can guess and are never written twice, so an
 * address stands for one picture for ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account add column avatar_file text`,
    // {"icon": {"file": …, "version": …}, "logo": …, "night_logo": …}; what was never changed is not in it.
    `alter table realm add column pictures jsonb not null default '{}'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
