import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { userSetting } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { applySettings } from '../user-settings/apply.ts'
import { checkedStatus, type StatusRequest } from './rules.ts'
import { storeStatus } from './store.ts'

/** Publishes the status even if nothing changed. */
export async function changeStatus(
  app: App,
  realm: Realm,
  user: User,
  request: StatusRequest,
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const current = directory.users.get(user.id) ?? user
    const change = checkedStatus(directory, request)
    const isFirst = await storeStatus(tx, user.id, change)
    if (request.away !== undefined) {
      await applySettings(tx, directory, current, { presence_enabled: !request.away }, app.clock.now())
    }
    // The first status of a user with hidden presence also publishes that they are away.
    const isAway = isFirst && !userSetting(current, 'presence_enabled') ? true : undefined
    const away = request.away ?? isAway
    const { text, emoji } = change
    tx.publish(
      {
        type: 'user_status',
        user_id: user.id,
        ...(away === undefined ? {} : { away }),
        ...(text === undefined ? {} : { status_text: text }),
        ...(emoji === undefined
          ? {}
          : { emoji_name: emoji.name, emoji_code: emoji.emoji.code, reaction_type: emoji.emoji.type }),
      },
      { knowing: user.id },
    )
  })
}
