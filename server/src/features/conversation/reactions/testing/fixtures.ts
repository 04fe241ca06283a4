import type { FetchedMessage } from '@loquat/contract'
import { changeRows, type Person, type World } from '@loquat/devkit'
import { sql } from 'kysely'

export const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const

/** Inserts a custom emoji. Returns its code in reactions. */
export async function addEmoji(world: World, name: string): Promise<string> {
  await changeRows(
    world,
    { customEmoji: true },
    sql`insert into custom_emoji (realm_id, name, author_id, file_name)
        select realm_id, ${name}, id, 'picture.png' from account where id = ${world.alice.id}`,
  )
  const { id } = await world.app.database.db
    .selectFrom('custom_emoji')
    .select('id')
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return `${id}`
}

export const deactivateEmoji = (world: World, code: string) =>
  changeRows(world, { customEmoji: true }, sql`update custom_emoji set deactivated = true where id = ${code}`)

export const reactionsTo = async (
  { api }: Person,
  message_id: number,
): Promise<FetchedMessage['reactions']> => (await api.getMessage({ message_id })).message.reactions

/** Adds to the settings of a user. */
export const settle = (world: World, { id }: Person, settings: Record<string, unknown>) =>
  changeRows(
    world,
    { users: [id] },
    sql`update account set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${id}`,
  )
