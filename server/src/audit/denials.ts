import type { Reason } from '@loquat/contract'

/** Reasons why people are not allowed to administer something. Everyday denials, such as of posting in a channel, are not recorded. */
const administrative: ReadonlySet<string> = new Set<Reason>([
  'caller-not-administrator',
  'caller-not-owner',
  'organization-setting-denied',
  'server-status-denied',
  'role-change-denied',
  'role-change-of-owner-denied',
  'account-change-denied',
  'account-creation-denied',
  'account-deactivation-denied',
  'account-deactivation-of-owner-denied',
  'account-reactivation-denied',
  'factors-reset-denied',
  'factors-reset-of-owner-denied',
  'bot-access-denied',
  'bot-that-creates-users-access-denied',
  'invitation-change-denied',
  'invitation-change-of-owner-denied',
  'invitation-of-owner-denied',
  'channel-administration-denied',
  'channel-permission-denied',
  'user-group-change-denied',
])

export const isAdministrativeDenial = (reason: string) => administrative.has(reason)
