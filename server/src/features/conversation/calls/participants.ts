import type { areas } from '@loquat/contract'
import {
  apiError,
  type CallObject,
  callLeaseSeconds,
  maxCallParticipants,
  type ReplyOf,
  WireError,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertCallsEnabled, ownParticipant, placeFor, readableCall } from './access.ts'
import { hasRelay, iceServersFor } from './ice.ts'
import { presentCall } from './present.ts'
import { publishCall, removeFromCall } from './publish.ts'
import * as store from './store.ts'

const leaseOf = ({ clock }: App) => new Date(clock.now() + callLeaseSeconds * 1_000)

interface JoinInput {
  queueId: string | undefined
  muted: boolean
  camera: boolean
}

type Joined = ReplyOf<typeof areas.calls.joinCall>

/** Joins a call from one device. A user who is in the call on another one leaves there. */
export async function joinCall(
  app: App,
  realm: Realm,
  user: User,
  callId: number,
  input: JoinInput,
): Promise<Joined> {
  try {
    const joined = await addParticipant(app, realm, user, callId, input)
    app.metrics.callJoined('joined')
    return joined
  } catch (error) {
    if (error instanceof WireError) app.metrics.callJoined(error.reason === 'call-full' ? 'full' : 'refused')
    throw error
  }
}

async function addParticipant(
  app: App,
  realm: Realm,
  user: User,
  callId: number,
  { queueId, muted, camera }: JoinInput,
): Promise<Joined> {
  assertCallsEnabled(app)
  return await realm.transactExclusively(async (tx) => {
    const { call, place } = await readableCall(tx.db, realm, user, callId)
    const now = new Date(app.clock.now())
    const staying = call.participants.filter((one) => one.lease_until >= now && one.user_id !== user.id)
    if (staying.length >= maxCallParticipants) throw apiError('call-full', { limit: maxCallParticipants })
    const gone = call.participants.filter((one) => !staying.includes(one))
    await store.removeParticipants(
      tx,
      gone.map(({ id }) => id),
      now,
    )
    const joined = await store.insertParticipant(tx, {
      call_id: call.id,
      user_id: user.id,
      queue_id: queueId ?? null,
      muted,
      camera,
      joined_at: now,
      lease_until: leaseOf(app),
    })
    const changed = { ...call, participants: [...staying, joined] }
    await publishCall(tx, realm, changed, place, { also: gone.map((one) => one.user_id) })
    return {
      participant_id: joined.id,
      call: presentCall(changed, place),
      ice_servers: iceServersFor(app.config, joined.id, toSeconds(now.getTime())),
      relay_only: realm.directory.setting('calls_relay_only') && hasRelay(app.config),
      lease_seconds: callLeaseSeconds,
    }
  })
}

type StateChange = Partial<Pick<store.ParticipantRow, 'muted' | 'camera' | 'screen'>>

/** Renews a participation. Publishes only changes of state. A participant who lost access leaves. */
export async function renewParticipant(
  app: App,
  realm: Realm,
  user: User,
  callId: number,
  participantId: number,
  change: StateChange,
): Promise<CallObject> {
  const { db } = app.database
  const call = await store.findCall(db, realm.id, callId)
  if (call === undefined) throw apiError('call-not-found')
  const own = ownParticipant(call, user, participantId)
  const place = await placeFor(db, realm, user.id, call)
  if (place === undefined) {
    await leaveCall(app, realm, user, callId, own.id)
    throw apiError('call-not-found')
  }
  const now = new Date(app.clock.now())
  const isChanged = Object.entries(change).some(
    ([name, value]) => value !== undefined && own[name as keyof StateChange] !== value,
  )
  const hasExpired = call.participants.some((one) => one.id !== own.id && one.lease_until < now)
  if (!isChanged && !hasExpired) {
    const renewed = await store.updateParticipant(db, own.id, { lease_until: leaseOf(app) })
    if (renewed === undefined) throw apiError('call-participant-not-found')
    return presentCall(call, place)
  }
  return await realm.transactExclusively(async (tx) => {
    const updated = await store.updateParticipant(tx.db, own.id, { ...change, lease_until: leaseOf(app) })
    const current = await store.findCall(tx.db, realm.id, callId)
    if (updated === undefined || current === undefined) throw apiError('call-participant-not-found')
    const expired = current.participants.filter((one) => one.lease_until < now)
    await removeFromCall(
      tx,
      realm,
      current,
      expired.map(({ id }) => id),
      now,
    )
    return presentCall(
      { ...current, participants: current.participants.filter((one) => !expired.includes(one)) },
      place,
    )
  })
}

/** Leaves a call. A user who lost access can still do this. */
export async function leaveCall(
  app: App,
  realm: Realm,
  user: User,
  callId: number,
  participantId: number,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const call = await store.findCall(tx.db, realm.id, callId)
    if (call === undefined) throw apiError('call-not-found')
    const own = ownParticipant(call, user, participantId)
    await removeFromCall(tx, realm, call, [own.id], new Date(app.clock.now()))
  })
}

/** Declines a call in a direct conversation, on all devices of the user. */
export async function declineCall(realm: Realm, user: User, callId: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const { call, place } = await readableCall(tx.db, realm, user, callId)
    if (place.channelId !== null) throw apiError('call-not-direct')
    if (call.declined_by.includes(user.id)) return
    await store.addDeclined(tx, call.id, user.id)
    await publishCall(tx, realm, { ...call, declined_by: [...call.declined_by, user.id] }, place)
  })
}
