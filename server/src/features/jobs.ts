import { makeBackups } from '../backup/job.ts'
import type { Job } from '../jobs/job.ts'
import { deliverEmail } from '../jobs/send-email.ts'
import { sendWelcomeEmail } from './administration/accounts/welcome-emails.ts'
import { auditDenials } from './administration/audit-log/denials.ts'
import { auditFailedLogins } from './administration/audit-log/failed-logins.ts'
import { trimAuditLogs } from './administration/audit-log/trim.ts'
import { sendSubscriptionNotices } from './administration/channel-changes/subscription-notices.ts'
import { erasePeople } from './administration/erasure/job.ts'
import { syncLdapAccounts, syncOpenIdAccounts } from './administration/external-login/jobs.ts'
import { expireGuestAccounts } from './administration/guest-expiry/jobs.ts'
import {
  deleteOldInvitations,
  remindOfInvitation,
  sendInvitationEmails,
} from './administration/invitations/jobs.ts'
import { remindOfTour } from './administration/onboarding/jobs.ts'
import { deleteOrganizations } from './administration/realm-lifecycle/jobs.ts'
import { refreshSamlMetadata } from './administration/saml/jobs.ts'
import { requireSecondFactors } from './administration/second-factors/jobs.ts'
import { deleteOldLoginAttempts, tidySignIn } from './administration/sign-in/jobs.ts'
import { endExpiredSessions } from './administration/sign-in-policy/expiry.ts'
import { countStatistics, deleteOldStatistics } from './administration/statistics/jobs.ts'
import { promoteMembers } from './administration/user-groups/jobs.ts'
import { notifyGroupMembers } from './administration/user-groups/notices.ts'
import { deleteInBulk } from './conversation/bulk-deletions/jobs.ts'
import { deleteOldCalls, endAbandonedCalls } from './conversation/calls/jobs.ts'
import { readFileTexts, readOlderFiles } from './conversation/file-texts/jobs.ts'
import { deleteOldInteractions } from './conversation/interactions/jobs.ts'
import { deleteOldDone, sendReminders } from './conversation/later/jobs.ts'
import { reindexLater } from './conversation/message-queries/reindex.ts'
import { markLeftChannelRead } from './conversation/read-state/left-channels.ts'
import { enforceRetention } from './conversation/retention/jobs.ts'
import { deleteOldDeliveries, deliverScheduled } from './conversation/scheduled-messages/jobs.ts'
import { collectSearchWords, forgetSearchWords } from './conversation/similar-words/jobs.ts'
import { deleteUploadedFiles } from './conversation/uploads/files.ts'
import { showInOlderMessages } from './conversation/uploads/in-messages.ts'
import { deleteUnusedUploads } from './conversation/uploads/jobs.ts'
import { makeThumbnails } from './conversation/uploads/thumbnails.ts'
import { deleteFiles } from './identity/pictures/files.ts'
import { deleteOldImports, runImports } from './imports/requests/jobs.ts'
import { removeAbandoned } from './imports/write/abandoned.ts'
import { deleteOldFailures } from './operations/server-status/deliveries.ts'
import { countChannelTraffic, markInactiveChannels } from './places/channels/jobs.ts'
import { streamAuditLogs } from './reach/audit-stream/jobs.ts'
import { callAuditWebhooks } from './reach/audit-stream/organization-webhooks.ts'
import { deleteOldDataCopies, makeDataCopies } from './reach/data-copies/jobs.ts'
import { emailDigests } from './reach/digests/jobs.ts'
import { makeDiscoveries } from './reach/discovery/jobs.ts'
import { makeExports } from './reach/exports/jobs.ts'
import { pollFeeds } from './reach/feeds/jobs.ts'
import { deleteOldReceivedEmails } from './reach/inbound-email/jobs.ts'
import { deleteReleased } from './reach/legal-hold/keep.ts'
import { deleteOldPreviews, previewLinks } from './reach/link-previews/jobs.ts'
import {
  deleteOldMissedMessages,
  emailMissedMessages,
  notifyNewMentions,
} from './reach/missed-messages/jobs.ts'
import { callWebhooks } from './reach/outgoing-webhooks/jobs.ts'
import { notifyOfCall } from './reach/web-push/calls.ts'
import { deleteOldPushNotices, deliverPushes } from './reach/web-push/jobs.ts'

/** All background jobs. */
export const jobs: Job<never>[] = [
  auditDenials,
  callAuditWebhooks,
  auditFailedLogins,
  streamAuditLogs,
  trimAuditLogs,
  callWebhooks,
  readFileTexts,
  readOlderFiles,
  collectSearchWords,
  forgetSearchWords,
  countChannelTraffic,
  countStatistics,
  deleteOldStatistics,
  deleteOrganizations,
  deleteReleased,
  makeDiscoveries,
  endExpiredSessions,
  erasePeople,
  deliverEmail,
  deliverPushes,
  deleteFiles,
  deleteInBulk,
  deleteUploadedFiles,
  deliverScheduled,
  sendReminders,
  deleteOldDone,
  deleteOldInteractions,
  endAbandonedCalls,
  deleteOldCalls,
  deleteOldLoginAttempts,
  refreshSamlMetadata,
  syncLdapAccounts,
  syncOpenIdAccounts,
  requireSecondFactors,
  deleteOldDeliveries,
  deleteOldImports,
  deleteOldFailures,
  enforceRetention,
  expireGuestAccounts,
  deleteOldInvitations,
  sendInvitationEmails,
  notifyGroupMembers,
  showInOlderMessages,
  deleteOldPreviews,
  deleteOldReceivedEmails,
  deleteUnusedUploads,
  makeThumbnails,
  makeBackups,
  makeDataCopies,
  deleteOldDataCopies,
  makeExports,
  deleteOldMissedMessages,
  deleteOldPushNotices,
  emailMissedMessages,
  emailDigests,
  pollFeeds,
  previewLinks,
  promoteMembers,
  markLeftChannelRead,
  remindOfTour,
  reindexLater,
  removeAbandoned,
  runImports,
  remindOfInvitation,
  markInactiveChannels,
  sendWelcomeEmail,
  notifyNewMentions,
  notifyOfCall,
  sendSubscriptionNotices,
  tidySignIn,
]
