import { z } from 'zod'
import { channelObject, neverSubscribedObject, subscriptionObject } from './channels.ts'
import { pieceOfUserGroup } from './groups.ts'
import { registeredUserObject } from './users.ts'

const pieceHashLength = 16
export const pieceHash = z.string().max(pieceHashLength)

/** Consecutive parts of a list. Those that the client has already come without their items. */
const piecesOf = <Item extends z.ZodType>(item: Item) =>
  z.array(z.strictObject({ hash: z.string(), items: z.array(item).optional() })).optional()

/** Large lists of the initial state, for clients that say which parts they have. */
export const statePieces = z.strictObject({
  realm_users: piecesOf(registeredUserObject),
  realm_non_active_users: piecesOf(registeredUserObject),
  realm_user_groups: piecesOf(pieceOfUserGroup),
  streams: piecesOf(channelObject),
  subscriptions: piecesOf(subscriptionObject),
  unsubscribed: piecesOf(subscriptionObject),
  never_subscribed: piecesOf(neverSubscribedObject),
})
export type StatePieces = z.output<typeof statePieces>
