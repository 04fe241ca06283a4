import { type ExportType, exportWithConsent, refuse } from '@loquat/contract'
import { type Directory, isBot, type User, userSetting } from '../../../directory/directory.ts'
import { isPending } from './present.ts'
import type { ExportRow } from './store.ts'

const mostRequests = 5
const days = 7
const day = 86_400_000
const gibibyte = 2 ** 30

/** Of an organization; bytes are those of uploaded files. */
interface Size {
  messages: number
  bytes: number
}

export function assertFewRequests(past: readonly ExportRow[], now: number): void {
  const since = now - days * day
  const recent = past.filter((row) => row.requested_at.getTime() > since)
  if (recent.length >= mostRequests) {
    throw refuse('BadRequest', `There may be ${mostRequests} exports in ${days} days. Try again later.`)
  }
}

export function assertNotTooLarge(size: Size, most: Size): void {
  if (size.messages <= most.messages && size.bytes <= most.bytes) return
  throw refuse(
    'BadRequest',
    `This organization is too large to be exported here: at most ${most.messages.toLocaleString('en')} messages and ` +
      `${Math.round(most.bytes / gibibyte)} GiB of files. Whoever runs the server can export it.`,
  )
}

/** Whoever restores an organization from an export must be able to log in as an owner. */
export function assertUsable(directory: Directory, type: ExportType): void {
  const owners = [...directory.activeUsers()].filter((user) => user.role === 100 && !isBot(user))
  if (type === exportWithConsent) {
    if (owners.some(consents)) return
    throw refuse('BadRequest', 'export_type: an owner must agree to the export of private data first.')
  }
  if (!owners.some(isVisibleToAdministrators)) {
    throw refuse('BadRequest', 'export_type: an owner must let administrators see their email address first.')
  }
}

const consents = (user: User) => userSetting(user, 'allow_private_data_export')

/** The value of `email_address_visibility` with which nobody else sees an address. */
export const visibleToNobody = 4

const isVisibleToAdministrators = (user: User) =>
  userSetting(user, 'email_address_visibility') !== visibleToNobody

export function assertDeletable(row: ExportRow | undefined): asserts row is ExportRow {
  if (row === undefined) throw refuse('BadRequest', 'There is no such export.')
  if (row.deleted_at !== null) throw refuse('BadRequest', 'This export has been deleted already.')
  if (row.failed_at !== null) throw refuse('BadRequest', 'This export failed: there is nothing to delete.')
  if (isPending(row)) throw refuse('BadRequest', 'This export is still being made.')
}
