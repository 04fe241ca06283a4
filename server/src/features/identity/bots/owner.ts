import type { Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { updateAccount } from '../users/store.ts'
import { isBotAdmin } from './present.ts'
import { botAudience, publishNewBot } from './publish.ts'

/**
 * Transfers a bot to another owner. Administrators get the new owner; the old owner loses the bot and the new
 * one gains it.
 */
export async function changeOwner(tx: Tx, directory: Directory, bot: User, owner: User): Promise<User> {
  const { id: user_id } = bot
  const former = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  const after = { ...bot, botOwnerId: owner.id }
  await updateAccount(tx, bot.id, { bot_owner_id: owner.id })
  tx.audit({
    kind: 'bot.changed',
    target: { type: 'user', id: bot.id },
    before: { owner_id: bot.botOwnerId },
    after: { owner_id: owner.id },
  })
  if (former?.isActive && !isBotAdmin(former)) {
    tx.publish({ type: 'realm_bot', op: 'delete', bot: { user_id } }, { users: [former.id] })
  }
  const newcomers = isBotAdmin(owner) ? [] : [owner.id]
  if (newcomers.length > 0) await publishNewBot(tx, directory, after, newcomers)
  const users = botAudience(directory, after).filter((id) => !newcomers.includes(id))
  tx.publish({ type: 'realm_bot', op: 'update', bot: { user_id, owner_id: owner.id } }, { users })
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id, bot_owner_id: owner.id } },
    { everyone: true },
    { users: [bot.id] },
  )
  return after
}
