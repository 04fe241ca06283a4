import type { App } from '../../app.ts'
import { type Group, isBot, type User } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { nameOf } from '../channels/words.ts'
import { tellAll } from '../messages/notices.ts'

/** Tells people whom somebody else put into a group or took out of it. What was done stays done if this fails. */
export async function tellMembers(
  app: App,
  realm: Realm,
  caller: User,
  group: Group,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  const { directory } = realm
  const values = { user: nameOf(caller), group: `@_*${group.name}*` }
  const others = (ids: readonly number[]) =>
    [...new Set(ids)]
      .flatMap((id) => directory.users.get(id) ?? [])
      .filter((user) => user.isActive && !isBot(user) && user.id !== caller.id)
  try {
    await tellAll(app, realm, others(added), (text) => text('group.added', values))
    await tellAll(app, realm, others(removed), (text) => text('group.removed', values))
  } catch (error) {
    app.logger.error({ err: error, realm_id: realm.id }, 'could not tell people of their groups')
  }
}
