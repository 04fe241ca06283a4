import type { Directory, User } from '../../../directory/directory.ts'
import type { Audience } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { apiEmail } from '../users/present.ts'
import { presentLegacy } from './present.ts'
import type { Presence } from './rules.ts'

export function publishPresence(
  tx: Tx,
  directory: Directory,
  user: User,
  presence: Presence,
  audience: Audience,
  now = Date.now(),
): void {
  tx.publish(
    {
      type: 'presence',
      user_id: user.id,
      email: apiEmail(directory, user),
      server_timestamp: now / 1_000,
      presence: { website: presentLegacy(presence).website },
    },
    audience,
  )
}
