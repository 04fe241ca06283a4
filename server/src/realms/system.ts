import type { Db } from '../db/database.ts'
import type { Directory, User } from '../directory/directory.ts'
import { insertAccount } from '../features/users/store.ts'
import { randomApiKey } from '../platform/passwords.ts'
import type { Sealer } from '../platform/sealer.ts'
import { systemSubdomain } from './realms.ts'
import { findRealm, insertRealm, lockSetup } from './store.ts'

const genericBot = 1
const notificationBotEmail = 'notification-bot@loquat.invalid'
const welcomeBotEmail = 'welcome-bot@loquat.invalid'
const emailGatewayEmail = 'email-gateway@loquat.invalid'
const systemBots = [
  { email: notificationBotEmail, fullName: 'Notification Bot' },
  { email: welcomeBotEmail, fullName: 'Welcome Bot' },
  { email: emailGatewayEmail, fullName: 'Email Gateway' },
]

/** The server's own bots live in an organization of their own. */
export async function ensureSystemRealm(db: Db, sealer: Sealer): Promise<void> {
  if ((await findRealm(db, systemSubdomain)) !== undefined) return
  await db.transaction().execute(async (transaction) => {
    await lockSetup(transaction)
    const realmId = await insertRealm(transaction, systemSubdomain, 'System')
    if (realmId === false) return
    for (const bot of systemBots) {
      await insertAccount(transaction, realmId, {
        ...bot,
        role: 400,
        apiKey: sealer.storedKey('api key', randomApiKey()),
        passwordHash: null,
        canCreateUsers: false,
        botType: genericBot,
        isSystemBot: true,
      })
    }
  })
}

/** Whether this is the bot that posts what arrives by mail. */
export const isEmailGateway = (user: User) => user.isSystemBot && user.deliveryEmail === emailGatewayEmail

/** The bot that posts what the server has to say. */
export const notificationBot = (directory: Directory) => systemBot(directory, notificationBotEmail)

/** The bot that helps people who are new here. */
export const welcomeBot = (directory: Directory) => systemBot(directory, welcomeBotEmail)

function systemBot(directory: Directory, email: string): User {
  const bot = directory.userByEmail(email)
  if (bot === undefined) throw new Error(`There is no ${email}.`)
  return bot
}
