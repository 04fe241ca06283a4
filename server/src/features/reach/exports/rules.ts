import { apiError, type ExportType, exportWithConsent } from '@loquat/contract'
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
    throw apiError('export-limit-exceeded', { max: maxRequests, days: requestWindowDays })
  }
}

export function assertNotTooLarge(size: ExportSize, limit: ExportSize): void {
  if (size.messages <= limit.messages && size.bytes <= limit.bytes) return
  throw apiError('export-too-large', {
    messages: limit.messages.toLocaleString('en'),
    gibibytes: Math.round(limit.bytes / gibibyte),
  })
}

/** A restored organization needs an owner who can log in. */
export function assertUsable(directory: Directory, type: ExportType): void {
  const owners = [...directory.activeUsers()].filter((user) => user.role === 100 && !isBot(user))
  if (type === exportWithConsent) {
    if (owners.some(consents)) return
    throw apiError('export-consent-missing')
  }
  if (!owners.some(isVisibleToAdministrators)) {
    throw apiError('export-owner-address-hidden')
  }
}

const consents = (user: User) => userSetting(user, 'allow_private_data_export')

/** The value of `email_address_visibility` that hides an address from everyone. */
export const visibleToNobody = 4

const isVisibleToAdministrators = (user: User) =>
  userSetting(user, 'email_address_visibility') !== visibleToNobody

export function assertDeletable(row: ExportRow | undefined): asserts row is ExportRow {
  if (row === undefined) throw apiError('export-not-found')
  if (row.deleted_at !== null) throw apiError('export-deleted')
  if (row.failed_at !== null) throw apiError('export-failed')
  if (isPending(row)) throw apiError('export-pending')
}
