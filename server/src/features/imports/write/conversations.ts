import { ensureConversation, userSetName } from '../../conversation/messages/conversation-store.ts'
import type { SourceId } from '../model.ts'
import { fakeIds, type ImportJob } from './job.ts'
import { ensureSender } from './users.ts'

/** The recipient of a set of users. Users who are in no list become placeholders, because the set identifies the conversation. */
export async function conversationOf(
  job: ImportJob,
  users: readonly SourceId[],
): Promise<{ recipientId: number; userIds: number[] }> {
  const ids = new Set<number>()
  for (const id of users) ids.add((await ensureSender(job, id, undefined)).id)
  const ascending = [...ids].sort((a, b) => a - b)
  const { conversations } = job
  const name = userSetName(ascending)
  let found = conversations.get(name)
  if (found === undefined) {
    found = { recipientId: await recipientOf(job, ascending), userIds: ascending }
    conversations.set(name, found)
  }
  return found
}

async function recipientOf(job: ImportJob, ascending: readonly number[]): Promise<number> {
  if (!job.isDryRun) return (await ensureConversation(job.db, job.realmId, ascending)).id
  return fakeIds([ascending])[0]!
}
