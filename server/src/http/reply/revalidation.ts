import type { Endpoint } from '@loquat/contract'
import type { User } from '../../directory/directory.ts'
import { type Call, type Handler, NotModifiedReply } from '../implement.ts'

/**
 * A handler whose response changes only with the directory, with events of some types, and with a restart. Clients that send
 * the entity tag of the last response get 304 until then, without the work of the handler.
 */
export const revalidated =
  <E extends Endpoint>(handler: Handler<E>, changedBy: readonly string[] = []): Handler<E> =>
  (call) =>
    // Before the handler reads anything: a response may be newer than its tag, never older.
    call.validate(tagOf(call as Call, changedBy)) ? new NotModifiedReply() : handler(call)

/**
 * Weak, because the same tag stands for every encoding. Signed, because a position of the log shows how much is going on in an
 * organization. Two processes may have different tags for the same response, never the same tag for different ones.
 */
function tagOf({ app, realm, user, incoming }: Call, changedBy: readonly string[]): string {
  const { directory, follower } = realm
  // Undefined for endpoints without authentication.
  const viewer: User | undefined = user
  const changes = [directory.changedAt, ...changedBy.map((type) => follower.lastOf([type]))]
  const state = [app.generation, app.database.epoch(), realm.id, viewer?.id, ...changes, incoming.url]
  return `W/"${app.signer.sign('entity-tag', JSON.stringify(state)).slice(0, 22)}"`
}

/** Whether an If-None-Match header names the tag. */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = tag.replace(/^W\//, '')
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === opaque)
}
