import type { BotChange } from '@loquat/contract'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import type { Touches } from '../../../directory/touches.ts'
import type { Tx } from '../../../events/transaction.ts'
import { botsInSight, isBotAdmin, presentBot } from './present.ts'
import { loadServices } from './store.ts'

/**
 * Who is told of a bot: administrators and its owner. While a default channel is private, its owner alone: that
 * there is such a bot, and what its key and defaults are, administrators then learn when they register anew.
 */
export function botAudience(directory: Directory, bot: User): number[] {
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  const owners = owner?.isActive ? [owner.id] : []
  if (hasPrivateDefault(directory, bot)) return owners
  const others = [...directory.activeUsers()].filter((user) => isBotAdmin(user) && user !== owner)
  return [...others.map((user) => user.id), ...owners]
}

function hasPrivateDefault(directory: Directory, { botDefaults }: User): boolean {
  const isPrivate = (id: number | null) => id !== null && directory.channels.get(id)?.inviteOnly === true
  return isPrivate(botDefaults.sendingChannelId) || isPrivate(botDefaults.eventsChannelId)
}

/** Tells what changed about a bot, which is given as it is now. */
export function publishBot(
  tx: Tx,
  directory: Directory,
  bot: User,
  change: Omit<BotChange, 'user_id'>,
  touches: Touches | null = null,
): void {
  const users = botAudience(directory, bot)
  tx.publish({ type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...change } }, { users }, touches)
}

/** Tells somebody of a bot that they did not see before. */
export async function publishNewBot(
  tx: Tx,
  directory: Directory,
  bot: User,
  users = botAudience(directory, bot),
): Promise<void> {
  const services = await loadServices(tx.db, tx.realmId, [bot.id])
  tx.publish(
    { type: 'realm_bot', op: 'add', bot: presentBot(directory, tx.sealer, bot, services) },
    { users },
  )
}

/** Who becomes an administrator sees all bots. Who ceases to be one is left with their own, which they know. */
export async function publishVisibleBots(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  if (isBotAdmin(before) || !isBotAdmin(after)) return
  const services = await loadServices(tx.db, tx.realmId)
  for (const bot of botsInSight(directory, after)) {
    if (bot.botOwnerId === after.id) continue
    const add = {
      type: 'realm_bot',
      op: 'add',
      bot: presentBot(directory, tx.sealer, bot, services),
    } as const
    tx.publish(add, { users: [after.id] })
  }
}

/** Defaults are told by name, so a new name of a channel is one of them. */
export function publishRenamedDefault(tx: Tx, directory: Directory, { id, name }: Channel): void {
  for (const bot of directory.users.values()) {
    if (!isBot(bot)) continue
    const { sendingChannelId, eventsChannelId } = bot.botDefaults
    if (sendingChannelId === id) publishBot(tx, directory, bot, { default_sending_stream: name })
    if (eventsChannelId === id) publishBot(tx, directory, bot, { default_events_register_stream: name })
  }
}
