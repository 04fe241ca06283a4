import {
  apiError,
  type BotCommandInput,
  type BotCommandObject,
  commandLimits,
  reservedCommands,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertBot } from '../submessages/components.ts'
import { type CommandRow, loadCommands, replaceCommands } from './command-store.ts'

/** Commands of active bots. Everyone can see bots. */
export async function listCommands({ database }: App, realm: Realm): Promise<BotCommandObject[]> {
  const rows = await loadCommands(database.db, realm.id)
  return rows
    .filter((row) => isActive(realm.directory, row))
    .map(({ name, description, usage, bot_id }) => ({ name, description, usage, bot_id }))
}

const isActive = (directory: Directory, { bot_id }: CommandRow) =>
  directory.users.get(bot_id)?.isActive === true

/** Registers all commands of a bot. Names belong to one active bot of the organization. */
export async function setCommands(
  realm: Realm,
  bot: User,
  commands: readonly BotCommandInput[],
): Promise<void> {
  assertBot(bot)
  const names = commands.map((one) => one.name)
  const repeated = names.find((name, n) => names.indexOf(name) !== n)
  if (repeated !== undefined) throw apiError('bot-command-repeated', { name: repeated })
  const reserved = names.find((name) => reservedCommands.some((one) => one === name))
  if (reserved !== undefined) throw apiError('bot-command-reserved', { name: reserved })
  await realm.transactExclusively(async (tx) => {
    const all = await loadCommands(tx.db, realm.id)
    const others = all.filter((row) => row.bot_id !== bot.id && isActive(realm.directory, row))
    const taken = others.find((row) => names.includes(row.name))
    if (taken !== undefined) throw apiError('bot-command-taken', { name: taken.name })
    if (others.length + commands.length > commandLimits.perOrganization) {
      throw apiError('bot-command-limit-reached', { max: commandLimits.perOrganization })
    }
    const own = all.filter((row) => row.bot_id === bot.id)
    if (isSame(own, commands)) return
    await replaceCommands(tx, bot.id, commands)
    tx.publish({ type: 'bot_commands' }, { everyone: true })
  })
}

/** A bot registers the same commands each time it starts, which is no change. */
function isSame(rows: readonly CommandRow[], commands: readonly BotCommandInput[]): boolean {
  return (
    rows.length === commands.length &&
    commands.every(({ name, description, usage }) =>
      rows.some((row) => row.name === name && row.description === description && row.usage === usage),
    )
  )
}
