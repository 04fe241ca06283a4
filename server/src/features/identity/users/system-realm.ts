import { botTypes } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { randomApiKey } from '../../../platform/passwords.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { systemSubdomain } from '../../../realms/realms.ts'
import { findRealm, insertRealm, lockSetup } from '../../../realms/store.ts'
import { systemBots } from '../../../realms/system.ts'
import { insertAccount } from './store.ts'

/** Creates the organization of the system bots. */
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
        botType: botTypes.generic,
        isSystemBot: true,
      })
    }
  })
}
