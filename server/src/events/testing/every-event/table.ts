import type { EventKey } from '@loquat/contract'
import { channels } from './channels.ts'
import { messages } from './messages.ts'
import { organization } from './organization.ts'
import { people } from './people.ts'
import { personal } from './personal.ts'
import type { Cases } from './stage.ts'

/** Nobody brings these about while everything goes on; each has a test of its own. */
export type Apart = 'heartbeat' | 'realm:deactivated'

/**
 * Who hears of what: every event of the contract. One without a row does not compile. The rows are played in this order, in
 * one organization; none counts on more of the others than a row says.
 */
export const everyEvent: Record<Exclude<EventKey, Apart>, Cases> = {
  ...people,
  ...channels,
  ...messages,
  ...personal,
  ...organization,
}
