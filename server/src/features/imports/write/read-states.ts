import type { PositionRanges, SourceReadState } from '../model.ts'
import { conversationOf } from './conversations.ts'
import type { ImportJob } from './job.ts'
import { type StagedReadState, stageReadStates, storeReadStates } from './read-store.ts'

const batchSize = 500

/** Stores subscriptions, and the received and read messages of each user. */
export async function writeReadStates(job: ImportJob): Promise<void> {
  job.progress.stage('read state')
  let batch: StagedReadState[] = []
  for await (const state of job.source.readStates?.() ?? []) {
    const row = await rowOf(job, state)
    if (row !== undefined) batch.push(row)
    if (batch.length < batchSize) continue
    await stageReadStates(job.db, batch)
    batch = []
  }
  await stageReadStates(job.db, batch)
  if (!job.isDryRun) await storeReadStates(job.db, job.realmId)
}

async function rowOf(job: ImportJob, state: SourceReadState): Promise<StagedReadState | undefined> {
  const user = job.users.get(state.user)
  if (user === undefined || user.isSystemBot) return undefined
  const recipientId =
    'channel' in state.in
      ? job.channels.get(state.in.channel)?.recipientId
      : (await conversationOf(job, state.in.users)).recipientId
  if (recipientId === undefined) return undefined
  const isTime = 'until' in state.read
  return {
    user_id: user.id,
    recipient_id: recipientId,
    received: state.received === undefined ? null : bounded(state.received),
    received_between:
      state.receivedBetween === undefined ? null : bounded(state.receivedBetween, Number.MAX_SAFE_INTEGER),
    read: isTime ? null : bounded(state.read as PositionRanges),
    read_until: isTime ? Math.floor((state.read as { until: number }).until) : null,
  }
}

/** JSON has no infinity. */
const bounded = (ranges: PositionRanges, max = Number.MAX_VALUE) =>
  ranges.map(([first, last]) => [Math.max(first, -max), Math.min(last, max)])
