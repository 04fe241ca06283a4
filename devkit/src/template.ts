import { createApp } from '@loquat/server/create-app.ts'
import { createUser } from '@loquat/server/features/administration/accounts/create.ts'
import { createOrganization } from '@loquat/server/features/administration/realm-lifecycle/create.ts'
import { createLogger } from '@loquat/server/platform/logger.ts'
import { PasswordHasher } from '@loquat/server/platform/passwords.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { type CastName, cast, castPassword, emailOf } from './cast.ts'
import { testConfig } from './config.ts'

/** Fills an empty database with an organization and the cast, all of them in its default channel `general`. */
export async function fillTemplate(connection: pg.ClientConfig): Promise<void> {
  const app = await createApp(testConfig(), connection, { logger: createLogger('error') })
  const { alice, ...others } = cast
  const realm = await createOrganization(app, {
    subdomain: '',
    name: 'Orchard',
    owner: { email: emailOf('alice'), fullName: alice.fullName, password: castPassword },
  })
  if (realm === undefined) throw new Error('The template is not empty.')
  const passwordHash = await new PasswordHasher().hash(castPassword)
  for (const [name, { fullName, role }] of Object.entries(others)) {
    await createUser(realm, { email: emailOf(name as CastName), fullName, role, passwordHash })
  }
  // Nothing is left to be done: worlds begin without a message.
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db)
  // A copy is another database, which must not look as if it had lost something.
  await sql`delete from log_epoch`.execute(app.database.db)
  await app.close()
}
