import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type CommandRow = Selectable<Tables['bot_command']>

/** All commands of an organization, which are few. */
export async function loadCommands(db: Db, realmId: number): Promise<CommandRow[]> {
  return await db
    .selectFrom('bot_command')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('name')
    .execute()
}

export async function findCommand(db: Db, realmId: number, name: string): Promise<CommandRow | undefined> {
  return await db
    .selectFrom('bot_command')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Replaces the commands of a bot, and takes over those of deactivated bots. */
export async function replaceCommands(
  tx: Tx,
  botId: number,
  commands: readonly Pick<CommandRow, 'name' | 'description' | 'usage'>[],
): Promise<void> {
  const names = commands.map((one) => one.name)
  await sql`
    delete from bot_command
    where realm_id = ${tx.realmId} and (bot_id = ${botId} or name = any(${names}::text[]))`.execute(tx.db)
  if (commands.length === 0) return
  await tx.db
    .insertInto('bot_command')
    .values(
      commands.map(({ name, description, usage }) => ({
        realm_id: tx.realmId,
        bot_id: botId,
        name,
        description,
        usage,
      })),
    )
    .execute()
}
