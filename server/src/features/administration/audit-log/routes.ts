import { areas } from '@loquat/contract'
import { headOf } from '../../../audit/store.ts'
import type { Directory } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import { heavyRead } from '../../../http/request/heavy-read.ts'
import { presentEntry } from './present.ts'
import { findEntries } from './store.ts'
import { removeAuditWebhook, setAuditWebhook, shownAuditWebhook } from './webhook.ts'

/** Entries that one request looks through. */
const maxScanned = 20_000
const maxNamedUsers = 100

export const auditLogRoutes = implement(areas.auditLog, {
  getAuditLog: heavyRead(async ({ realm, params }) => {
    const { limit, text, since, until } = params
    const entries = await realm.read(async (db) => {
      const newest = (await headOf(db, realm.id))?.seq ?? 0
      const before = Math.min(params.before ?? newest + 1, newest + 1)
      const from = Math.max(1, before - maxScanned)
      const found = await findEntries(
        db,
        realm.id,
        { from, before, limit },
        {
          kinds: params.kinds,
          actorId: params.actor_id,
          targetType: params.target_type,
          targetId: params.target_id,
          since: dateOf(since),
          until: dateOf(until),
          text,
          userIds: text === undefined ? [] : usersNamed(realm.directory, text),
        },
      )
      const next = found.length === limit ? (found.at(-1)?.seq ?? from) : from
      return { found, next: next > 1 ? next : null }
    })
    return { entries: entries.found.map(presentEntry), next: entries.next }
  }),
  getAuditWebhook: async ({ app, realm }) => ({ webhook: await shownAuditWebhook(app, realm) }),
  setAuditWebhook: async ({ app, realm, params }) => ({
    secret: await setAuditWebhook(app, realm, params.url),
  }),
  deleteAuditWebhook: async ({ realm }) => {
    await removeAuditWebhook(realm)
    return {}
  },
})

const dateOf = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1_000)

function usersNamed({ users }: Directory, text: string): number[] {
  const wanted = text.toLowerCase()
  const named = [...users.values()].filter(
    ({ fullName, deliveryEmail }) =>
      fullName.toLowerCase().includes(wanted) || deliveryEmail.toLowerCase().includes(wanted),
  )
  return named.slice(0, maxNamedUsers).map(({ id }) => id)
}
