import { type ExportType, exportWithConsent, refuse } from '@loquat/contract'
import { type Directory, isBot, type User, userSetting } from '../../../directory/directory.ts'
import { isPending } from './present.ts'
import type { ExportRow } from './store.ts'

const maxRequests = 5
const requestWindowDays = 7
const dayMs = 86_400_000
const gibibyte = 2 ** 30

/** Size of an organization; `bytes` counts uploaded files. */
interface ExportSize {
  messages: number
  bytes: number
}

export function assertFewRequests(past: readonly ExportRow[], now: number): void {
  const since = now - requestWindowDays * dayMs
  const recent = past.filter((row) => row.requested_at.getTime() > since)
  if (recent.length >= maxRequests) {
    throw refuse(
      'BadRequest',
      `There may be ${maxRequests} exports in ${requestWindowDays} days. Try again later.`,
    )
  }
}

export function assertNotTooLarge(size: ExportSize, limit: ExportSize): void {
  if (size.messages <= limit.messages && size.bytes <= limit.bytes) return
  throw refuse(
    'BadRequest',
    `This organization is too large to be exported here: at most ${limit.messages.toLocaleString('en')} messages and ` +
      `${Math.round(limit.bytes / gibibyte)} GiB of files. Whoever runs the server can export it.`,
  )
}

/** A restored organization needs an owner who can log in. */
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

/** The value of `email_address_visibility` that hides an address from everyone. */
export const visibleToNobody = 4

const isVisibleToAdministrators = (user: User) =>
  userSetting(user, 'email_address_visibility') !== visibleToNobody

export function assertDeletable(row: ExportRow | undefined): asserts row is ExportRow {
  if (row === undefined) throw refuse('BadRequest', 'There is no such export.')
  if (row.deleted_at !== null) throw refuse('BadRequest', 'This export has been deleted already.')
  if (row.failed_at !== null) throw refuse('BadRequest', 'This export failed: there is nothing to delete.')
  if (isPending(row)) throw refuse('BadRequest', 'This export is still being made.')
}
