import type { App } from '../../app.ts'
import { type Group, isBot, type User } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { notificationBot } from '../../realms/system.ts'
import { sendMessage } from '../messages/send.ts'

/** Tells people whom somebody else put into a group or took out of it. What was done stays done if this fails. */
export async function tellMembers(
  app: App,
  realm: Realm,
  caller: User,
  group: Group,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  const { directory } = realm
  const by = `@_**${caller.fullName}|${caller.id}**`
  const tell = async (id: number, content: string) => {
    const user = directory.users.get(id)
    if (user === undefined || !user.isActive || isBot(user) || id === caller.id) return
    await sendMessage(app, realm, notificationBot(directory), {
      type: 'direct',
      to: [id],
      topic: undefined,
      content,
      clientName: 'Internal',
    })
  }
  try {
    await Promise.all(
      [...new Set(added)].map((id) => tell(id, `${by} added you to the group @_*${group.name}*.`)),
    )
    await Promise.all(
      [...new Set(removed)].map((id) => tell(id, `${by} removed you from the group @_*${group.name}*.`)),
    )
  } catch (error) {
    app.logger.error({ err: error, realm_id: realm.id }, 'could not tell people of their groups')
  }
}
