import { sealedEventTypes } from '../../../events/store.ts'
import type { Batch, StepResult } from './batch.ts'
import { createReplacer, pseudonymOf, replaceInJson } from './pseudonym.ts'
import { eventsAfter, missingMessages, rewriteEvent, type StoredPayload } from './rewrite-store.ts'

const eventsPerBatch = 500

type Body = Record<string, unknown>

const nothing = { type: 'refresh', payload: JSON.stringify({ type: 'refresh' }) }

/** Removes the data from events that clients may still fetch. Events keep their positions. */
export async function rewriteEvents(batch: Batch): Promise<StepResult> {
  const { tx, erasure } = batch
  const { userId, realmId, identity, position } = erasure
  const events = await eventsAfter(tx.db, realmId, position, eventsPerBatch)
  const replace = createReplacer(userId, identity)
  const bodies = events.map((event) => bodyOf(batch, event))
  const gone = await missingMessages(tx.db, bodies.flatMap(messageIdsIn))
  for (const [n, event] of events.entries()) {
    const body = bodies[n] ?? {}
    if (isPrivate(event, userId) || messageIdsIn(body).some((id) => gone.has(id) && isAboutText(event))) {
      await rewriteEvent(tx, event.seq, { ...nothing, audience: '{"users":[]}' })
      continue
    }
    const changed = JSON.stringify(replaceInJson(withoutPerson(body, userId), replace))
    if (changed === JSON.stringify(body)) continue
    const payload = sealedEventTypes.has(event.type) ? tx.sealer.sealJson('event', changed) : changed
    await rewriteEvent(tx, event.seq, { payload })
  }
  const last = events.at(-1)
  return events.length < eventsPerBatch || last === undefined ? undefined : { position: last.seq }
}

function bodyOf({ app }: Batch, { type, payload }: StoredPayload): Body {
  const stored: unknown = JSON.parse(payload)
  return (sealedEventTypes.has(type) ? app.sealer.openJson('event', stored) : stored) as Body
}

/** Events for the person alone, such as drafts. Nobody can fetch them any more. */
function isPrivate({ audience }: StoredPayload, userId: number): boolean {
  const { users } = JSON.parse(audience) as { users?: number[] }
  return users?.length === 1 && users[0] === userId
}

/** Events with the text of a message. Deletions name its ID only, and clients need them. */
const isAboutText = ({ type }: StoredPayload) =>
  type === 'message' || type === 'update_message' || type === 'submessage'

function messageIdsIn(body: Body): number[] {
  const message = body.message as { id?: number } | undefined
  const ids = [body.type === 'message' ? message?.id : body.message_id]
  return ids.filter((id): id is number => typeof id === 'number')
}

/** Replaces the properties of the person in events about them. */
function withoutPerson(body: Body, userId: number): Body {
  const person = body.person as Body | undefined
  if (body.type === 'realm_user' && person?.user_id === userId)
    return { ...body, person: pseudonymized(person, userId) }
  if (body.type === 'user_status' && body.user_id === userId)
    return { ...body, ...('status_text' in body ? { status_text: '' } : {}) }
  return body
}

function pseudonymized(person: Body, userId: number): Body {
  const { name, email } = pseudonymOf(userId)
  const values: Body = {
    full_name: name,
    email,
    new_email: email,
    delivery_email: email,
    avatar_url: null,
    avatar_url_medium: null,
    profile_data: {},
    timezone: '',
  }
  const field = person.custom_profile_field as { id: number } | undefined
  return {
    ...person,
    ...Object.fromEntries(Object.entries(values).filter(([key]) => key in person)),
    ...(field === undefined ? {} : { custom_profile_field: { id: field.id, value: null } }),
  }
}
