import { type Role, WireError } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { loadUsers } from '../../../directory/user-store.ts'
import { randomApiKey } from '../../../platform/passwords.ts'
import { changeName, changeRole } from '../../administration/accounts/change.ts'
import { deactivate } from '../../administration/accounts/deactivate.ts'
import { reactivateUser } from '../../administration/accounts/reactivate.ts'
import { setEmail } from '../../identity/users/email.ts'
import { publishUser } from '../../identity/users/publish.ts'
import { isOnlyOwner, parseEmail } from '../../identity/users/rules.ts'
import { fullName } from '../text/names.ts'
import { recordIds } from '../write/rows-store.ts'
import { insertAccounts, setOwners } from '../write/user-store.ts'
import { type FollowContext, ownerOf, userOf } from './context.ts'
import type { OldUser } from './objects.ts'

const roles = new Set([100, 200, 300, 400, 600])

/** Makes the users here equal to those of the old server. */
export async function followUsers(context: FollowContext): Promise<void> {
  await mapSystemBots(context)
  for (const from of context.old.users) {
    if (context.ids.users.has(String(from.user_id))) await changeUser(context, from)
    else await addUser(context, from)
  }
}

/** Every server has its own bots, which keep their roles. */
async function mapSystemBots({ app, old, ids, realm }: FollowContext): Promise<void> {
  const bots = [...realm.directory.users.values()].filter((user) => user.isSystemBot)
  const named = (name: string) => bots.find((bot) => bot.deliveryEmail.startsWith(`${name}@`))
  for (const { user_id, email } of old.systemBots) {
    const name = email.split('@')[0] ?? ''
    const bot = named(name === 'emailgateway' ? 'email-gateway' : name) ?? named('notification-bot')
    if (bot === undefined || ids.users.has(String(user_id))) continue
    ids.users.set(String(user_id), bot.id)
    await recordIds(app.database.db, realm.id, 'user', [[String(user_id), bot.id]])
  }
}

/** Adds an account without a password. A user of the same address is the same person. */
export async function addUser(context: FollowContext, from: OldUser): Promise<User> {
  const { app, realm, ids, report } = context
  const { directory } = realm
  const oldId = String(from.user_id)
  const email = addressOf(from)
  const id = await realm.transactExclusively(async (tx) => {
    const known = email === undefined ? undefined : directory.userByEmail(email)
    const newId = known?.id ?? (await insert())
    await recordIds(tx.db, realm.id, 'user', [[oldId, newId]])
    return newId

    async function insert(): Promise<number> {
      const isBot = from.is_bot === true
      const key = app.sealer.storedKey('api key', randomApiKey())
      const [made] = await insertAccounts(tx.db, realm.id, [
        {
          delivery_email: email ?? `${oldId}@${directory.realm.subdomain || 'preview'}.invalid`,
          full_name: fullName(from.full_name, oldId),
          role: roleOf(from),
          is_active: from.is_active !== false && (email !== undefined || isBot),
          bot_type: isBot ? (from.bot_type === 2 ? 2 : 1) : null,
          can_create_users: false,
          api_key_hash: key.hash,
          api_key_sealed: key.sealed,
          timezone: '',
          settings: {},
          onboarding_done: [],
          created_at: joinedAt(context, from),
        },
      ])
      const newId = made!.id
      if (isBot) {
        const owner = userOf(context, from.bot_owner_id) ?? ownerOf(context)
        await setOwners(tx.db, [{ botId: newId, ownerId: owner.id }])
      }
      const [created] = await loadUsers(tx.db, realm.id, [newId])
      publishUser(tx, directory, created!, [])
      report.count('users')
      return newId
    }
  })
  ids.users.set(oldId, id)
  return directory.users.get(id)!
}

/** A usable address; undefined if the account of the follower cannot see it. */
const addressOf = ({ delivery_email, email, is_bot }: OldUser) =>
  parseEmail(delivery_email ?? (is_bot ? email : ''))

const roleOf = ({ role = 400 }: OldUser) => (roles.has(role) ? role : 400) as Role

function joinedAt({ app }: FollowContext, { date_joined }: OldUser): Date {
  const time = Date.parse(date_joined ?? '')
  return new Date(Math.min(Number.isNaN(time) ? app.clock.now() : time, app.clock.now()))
}

async function changeUser(context: FollowContext, from: OldUser): Promise<void> {
  const { realm } = context
  const user = userOf(context, from.user_id)
  if (user === undefined || user.isSystemBot) return
  const change = async (isNeeded: boolean, work: () => Promise<void>) => {
    if (!isNeeded) return
    try {
      await work()
      context.report.count('users')
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      context.report.skip('users', 'refused here')
    }
  }
  const exclusively = (work: Parameters<typeof realm.transactExclusively<void>>[0]) =>
    realm.transactExclusively(work)
  const { directory } = realm
  const name = fullName(from.full_name, String(from.user_id))
  await change(name !== user.fullName, () =>
    exclusively((tx) => changeName(tx, directory, directory.users.get(user.id)!, name)),
  )
  const email = addressOf(from)
  await change(
    email !== undefined &&
      email.toLowerCase() !== user.deliveryEmail.toLowerCase() &&
      directory.userByEmail(email) === undefined,
    () => exclusively((tx) => setEmail(tx, directory, directory.users.get(user.id)!, email!)),
  )
  const role = roleOf(from)
  // The last owner here stays one: an import may have made somebody owner.
  await change(role !== user.role && !isOnlyOwner(directory, user), () =>
    exclusively((tx) => changeRole(tx, directory, ownerOf(context), directory.users.get(user.id)!, role)),
  )
  await change(from.is_active === false && user.isActive && !isOnlyOwner(directory, user), () =>
    exclusively((tx) => deactivate(tx, directory, directory.users.get(user.id)!)),
  )
  // Nobody can log in to an account without an address.
  const isUsable = !directory.users.get(user.id)!.deliveryEmail.endsWith('.invalid')
  await change(from.is_active === true && !user.isActive && isUsable, () =>
    reactivateUser(realm, ownerOf(context).id, user.id),
  )
}
