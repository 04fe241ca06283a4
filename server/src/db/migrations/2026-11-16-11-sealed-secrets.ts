import { type Kysely, sql } from 'kysely'

/**
 * Adds hashed and sealed columns for every secret. Existing plaintext stays in the old columns until the server starts, because only the
 * server has the key to seal it. The server then sets the old columns to null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account
      alter api_key drop not null,
      add api_key_hash text unique,
      add api_key_sealed text`,
    `alter table bot_service
      alter token drop not null,
      add token_sealed text`,
    ...['invitation', 'invitation_link'].map(
      (table) => `alter table ${table}
        alter key drop not null,
        add key_hash text unique,
        add key_sealed text`,
    ),
    `alter table server_secret
      alter value drop not null,
      add value_sealed text`,
    // The keys that the database needs: one, or several during a rotation.
    `create table secret_key (
      fingerprint text primary key,
      -- Everything is sealed with this key.
      is_complete boolean not null default false
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
