import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { subscribe } from '../features/channels/subscribe.ts'
import { createUser } from '../features/users/actions.ts'
import { insertAccount } from '../features/users/store.ts'
import { hashPassword, randomApiKey } from '../platform/passwords.ts'
import type { Realm } from './realm.ts'
import { systemSubdomain } from './realms.ts'
import { findRealm, insertRealm, lockSetup } from './store.ts'

const genericBot = 1
const systemBots = [
  { email: 'notification-bot@loquat.invalid', fullName: 'Notification Bot' },
  { email: 'welcome-bot@loquat.invalid', fullName: 'Welcome Bot' },
  { email: 'email-gateway@loquat.invalid', fullName: 'Email Gateway' },
]

/** The server's own bots live in an organization of their own. */
export async function ensureSystemRealm(db: Db): Promise<void> {
  if ((await findRealm(db, systemSubdomain)) !== undefined) return
  await db.transaction().execute(async (transaction) => {
    await lockSetup(transaction)
    const realmId = await insertRealm(transaction, systemSubdomain, 'System')
    if (realmId === false) return
    for (const bot of systemBots) {
      await insertAccount(transaction, realmId, {
        ...bot,
        role: 400,
        apiKey: randomApiKey(),
        passwordHash: null,
        canCreateUsers: false,
        botType: genericBot,
        isSystemBot: true,
      })
    }
  })
}

export interface NewOrganization {
  subdomain: string
  name: string
  owner: { email: string; fullName: string; password: string }
}

/** An organization with its owner and a first channel. Undefined if the subdomain is taken. */
export async function createOrganization(
  app: App,
  organization: NewOrganization,
): Promise<Realm | undefined> {
  const { subdomain, name, owner } = organization
  const id = await app.database.db.transaction().execute(async (db) => {
    await lockSetup(db)
    return await insertRealm(db, subdomain, name)
  })
  if (id === false) return undefined
  const realm = await app.realms.byId(id)
  const ownerId = await createUser(realm, {
    email: owner.email,
    fullName: owner.fullName,
    role: 100,
    passwordHash: await hashPassword(owner.password),
  })
  await subscribe(realm, ownerId, {
    channels: [{ name: 'general', description: 'For everyone, about anything' }],
    principals: undefined,
    authorizationErrorsFatal: true,
    inviteOnly: false,
    isWebPublic: false,
    historyPublicToSubscribers: undefined,
    messageRetentionDays: undefined,
    permissions: {},
    webPublicEnabled: false,
  })
  return realm
}
