import type { EventKey } from '@loquat/contract'
import { channels } from './channels.ts'
import { messages } from './messages.ts'
import { organization } from './organization.ts'
import { people } from './people.ts'
import { personal } from './personal.ts'
import type { Cases } from './stage.ts'

/** Events that cannot be caused during normal operation; each has its own test. */
export type SeparatelyTestedEvent = 'heartbeat' | 'realm:deactivated'

/**
 * The receivers of every event of the contract. An event without a row does not compile. The rows run in this order,
 * in one organization; a row depends on others only where it says so.
 */
export const everyEvent: Record<Exclude<EventKey, SeparatelyTestedEvent>, Cases> = {
  ...people,
  ...channels,
  ...messages,
  ...personal,
  ...organization,
}
