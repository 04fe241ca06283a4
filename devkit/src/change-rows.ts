import type { Touches } from '@loquat/server/directory/touches.ts'
import { sealWithin } from '@loquat/server/sealing/seal-stored-secrets.ts'
import type { RawBuilder } from 'kysely'
import type { World } from './world.ts'

/** Changes rows directly, for changes that the API does not make, and refreshes every process. */
export async function changeRows(
  { app }: World,
  touches: Touches,
  statement: RawBuilder<unknown>,
): Promise<void> {
  const realm = await app.realms.byHost('')
  await realm?.transactExclusively(async (tx) => {
    await statement.execute(tx.db)
    await sealWithin(tx)
    tx.publish({ type: 'refresh' }, { users: [] }, touches)
  })
}
