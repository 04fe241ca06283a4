import type { BotChange } from '@loquat/contract'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import type { Touches } from '../../../directory/touches.ts'
import type { Tx } from '../../../events/transaction.ts'
import { isBotAdmin, presentBot, visibleBots } from './present.ts'
import { loadServices } from './store.ts'

/**
 * Recipients of a bot's events: administrators and its owner. While one of its default channels is private,
 * only the owner: administrators get the bot with its key and defaults when they register again.
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

/** Publishes changes of a bot. `bot` is its new state. */
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

/** Publishes a bot to users who could not see it before. */
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

/**
 * Sends all bots to a new administrator. Former administrators keep only their own, which they already have.
 */
export async function publishVisibleBots(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  if (isBotAdmin(before) || !isBotAdmin(after)) return
  const services = await loadServices(tx.db, tx.realmId)
  for (const bot of visibleBots(directory, after)) {
    if (bot.botOwnerId === after.id) continue
    const add = {
      type: 'realm_bot',
      op: 'add',
      bot: presentBot(directory, tx.sealer, bot, services),
    } as const
    tx.publish(add, { users: [after.id] })
  }
}

/** Default channels are published by name, so renaming a channel updates the bots that use it. */
export function publishRenamedDefault(tx: Tx, directory: Directory, { id, name }: Channel): void {
  for (const bot of directory.users.values()) {
    if (!isBot(bot)) continue
    const { sendingChannelId, eventsChannelId } = bot.botDefaults
    if (sendingChannelId === id) publishBot(tx, directory, bot, { default_sending_stream: name })
    if (eventsChannelId === id) publishBot(tx, directory, bot, { default_events_register_stream: name })
  }
}
