import { botTypes } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { enqueueWakeup } from './jobs.ts'
import { insertInteractionCall } from './store.ts'

/** Calls the server of an outgoing webhook bot about an interaction. Other bots get only the event. */
export async function callForInteraction(tx: Tx, { id, bot }: { id: number; bot: User }): Promise<void> {
  if (bot.botType !== botTypes.outgoingWebhook) return
  await enqueueWakeup(tx.db, await insertInteractionCall(tx, bot.id, id))
}
