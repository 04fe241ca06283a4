import type { Migration } from 'kysely/migration'
import * as foundation from './2026-11-15-01-foundation.ts'
import * as drafts from './2026-11-15-02-drafts.ts'
import * as defaultChannels from './2026-11-15-03-default-channels.ts'
import * as alertWords from './2026-11-15-04-alert-words.ts'
import * as messageProperties from './2026-11-15-05-message-properties.ts'
import * as userTopics from './2026-11-15-06-user-topics.ts'
import * as mutedUsers from './2026-11-15-07-muted-users.ts'
import * as search from './2026-11-15-08-search.ts'
import * as submessages from './2026-11-15-09-submessages.ts'
import * as customEmoji from './2026-11-15-10-custom-emoji.ts'
import * as scheduledMessages from './2026-11-15-11-scheduled-messages.ts'
import * as userGroups from './2026-11-15-12-user-groups.ts'
import * as defaultChannelGroups from './2026-11-15-13-default-channel-groups.ts'
import * as userStatus from './2026-11-15-14-user-status.ts'
import * as profileFields from './2026-11-15-15-profile-fields.ts'
import * as presence from './2026-11-15-16-presence.ts'
import * as linkifiers from './2026-11-15-17-linkifiers.ts'
import * as channelTraffic from './2026-11-15-23-channel-traffic.ts'
import * as pictures from './2026-11-15-24-pictures.ts'
import * as bots from './2026-11-15-26-bots.ts'
import * as botStorage from './2026-11-15-27-bot-storage.ts'
import * as organization from './2026-11-15-28-organization.ts'
import * as personalDevices from './2026-11-15-29-personal-devices.ts'
import * as sessions from './2026-11-15-30-sessions.ts'
import * as invitations from './2026-11-15-31-invitations.ts'
import * as missedMessages from './2026-11-15-32-missed-messages.ts'
import * as externalIdentities from './2026-11-15-33-external-identities.ts'
import * as exports from './2026-11-15-34-exports.ts'
import * as begunConversations from './2026-11-15-35-begun-conversations.ts'
import * as attachments from './2026-11-15-36-attachments.ts'
import * as resumableUploads from './2026-11-15-37-resumable-uploads.ts'
import * as linkPreviews from './2026-11-15-38-link-previews.ts'
import * as webhookCalls from './2026-11-15-39-webhook-calls.ts'
import * as webPush from './2026-11-15-40-web-push.ts'
import * as deliveredSchedules from './2026-11-15-41-delivered-schedules.ts'
import * as logEpoch from './2026-11-16-01-log-epoch.ts'
import * as leases from './2026-11-16-02-leases.ts'
import * as sealedSecrets from './2026-11-16-11-sealed-secrets.ts'
import * as attemptAge from './2026-11-16-12-attempt-age.ts'
import * as uploadReservations from './2026-11-16-13-upload-reservations.ts'
import * as safePlaygrounds from './2026-11-16-14-safe-playgrounds.ts'
import * as invitationCounts from './2026-11-16-20-invitation-counts.ts'
import * as mutedTopics from './2026-11-16-21-muted-topics.ts'
import * as feeds from './2026-11-17-01-feeds.ts'
import * as backups from './2026-11-17-20-backups.ts'
import * as imports from './2026-11-17-21-imports.ts'
import * as previews from './2026-11-17-22-previews.ts'
import * as requestedImports from './2026-11-17-30-requested-imports.ts'
import * as statistics from './2026-11-17-40-statistics.ts'
import * as failedWebhookCalls from './2026-11-17-41-failed-webhook-calls.ts'
import * as moves from './2026-11-17-50-moves.ts'
import * as importProblems from './2026-11-17-51-import-problems.ts'
import * as filesFolder from './2026-11-18-40-files-folder.ts'
import * as importCounts from './2026-11-18-41-import-counts.ts'
import * as pins from './2026-11-18-50-pins.ts'
import * as later from './2026-11-18-51-later.ts'
import * as secondFactors from './2026-11-18-61-second-factors.ts'
import * as passkeys from './2026-11-18-61-second-factors-passkeys.ts'
import * as requiredFactors from './2026-11-18-61-second-factors-required.ts'
import * as channelFolders from './2026-11-18-62-channel-folders.ts'
import * as interactions from './2026-11-18-63-interactions.ts'
import * as searchWords from './2026-11-18-64-search-words.ts'
import * as searchedFiles from './2026-11-18-64-searched-files.ts'
import * as audit from './2026-11-18-65-audit.ts'
import * as tokens from './2026-11-18-70-tokens.ts'
import * as saml from './2026-11-18-75-saml.ts'
import * as loginMapping from './2026-11-18-76-login-mapping.ts'
import * as scim from './2026-11-18-80-scim.ts'
import * as erasure from './2026-11-18-81-erasure.ts'
import * as dataCopies from './2026-11-18-82-data-copies.ts'
import * as signInPolicies from './2026-11-18-85-sign-in-policies.ts'
import * as legalHolds from './2026-11-18-86-legal-holds.ts'
import * as discoveryExports from './2026-11-18-87-discovery-exports.ts'
import * as dataKeys from './2026-11-18-90-data-keys.ts'
import * as auditDenials from './2026-11-18-91-audit-denials.ts'
import * as auditWebhooks from './2026-11-18-92-audit-webhooks.ts'
import * as shownPresence from './2026-11-18-93-shown-presence.ts'
import * as inboundEmail from './2026-11-18-95-inbound-email.ts'
import * as replyAddresses from './2026-11-18-96-reply-addresses.ts'
import * as digests from './2026-11-18-97-digests.ts'
import * as channelFeeds from './2026-11-18-98-channel-feeds.ts'
import * as apps from './2026-11-19-10-apps.ts'
import * as modified from './2026-11-19-20-modified.ts'
import * as heldReactions from './2026-11-19-21-held-reactions.ts'
import * as openIdSync from './2026-11-19-21-openid-sync.ts'
import * as calls from './2026-11-19-30-calls.ts'
import * as moderation from './2026-11-19-40-moderation.ts'
import * as bulkDeletions from './2026-11-19-41-bulk-deletions.ts'
import * as guestExpiry from './2026-11-19-42-guest-expiry.ts'
import * as summaries from './2026-11-19-50-summaries.ts'
import * as reactionSkinTones from './2026-11-19-60-reaction-skin-tones.ts'
import * as savedSearches from './2026-11-19-70-saved-searches.ts'
import * as recipientEstimate from './2026-11-19-80-recipient-estimate.ts'

/** In date order. A released migration never changes; add new ones at the end. */
export const migrations: Record<string, Migration> = {
  '2026-11-15-01-foundation': foundation,
  '2026-11-15-02-drafts': drafts,
  '2026-11-15-03-default-channels': defaultChannels,
  '2026-11-15-04-alert-words': alertWords,
  '2026-11-15-05-message-properties': messageProperties,
  '2026-11-15-06-user-topics': userTopics,
  '2026-11-15-07-muted-users': mutedUsers,
  '2026-11-15-08-search': search,
  '2026-11-15-09-submessages': submessages,
  '2026-11-15-10-custom-emoji': customEmoji,
  '2026-11-15-11-scheduled-messages': scheduledMessages,
  '2026-11-15-12-user-groups': userGroups,
  '2026-11-15-13-default-channel-groups': defaultChannelGroups,
  '2026-11-15-14-user-status': userStatus,
  '2026-11-15-15-profile-fields': profileFields,
  '2026-11-15-16-presence': presence,
  '2026-11-15-17-linkifiers': linkifiers,
  '2026-11-15-23-channel-traffic': channelTraffic,
  '2026-11-15-24-pictures': pictures,
  '2026-11-15-26-bots': bots,
  '2026-11-15-27-bot-storage': botStorage,
  '2026-11-15-28-organization': organization,
  '2026-11-15-29-personal-devices': personalDevices,
  '2026-11-15-30-sessions': sessions,
  '2026-11-15-31-invitations': invitations,
  '2026-11-15-32-missed-messages': missedMessages,
  '2026-11-15-33-external-identities': externalIdentities,
  '2026-11-15-34-exports': exports,
  '2026-11-15-35-begun-conversations': begunConversations,
  '2026-11-15-36-attachments': attachments,
  '2026-11-15-37-resumable-uploads': resumableUploads,
  '2026-11-15-38-link-previews': linkPreviews,
  '2026-11-15-39-webhook-calls': webhookCalls,
  '2026-11-15-40-web-push': webPush,
  '2026-11-15-41-delivered-schedules': deliveredSchedules,
  '2026-11-16-01-log-epoch': logEpoch,
  '2026-11-16-02-leases': leases,
  '2026-11-16-11-sealed-secrets': sealedSecrets,
  '2026-11-16-12-attempt-age': attemptAge,
  '2026-11-16-13-upload-reservations': uploadReservations,
  '2026-11-16-14-safe-playgrounds': safePlaygrounds,
  '2026-11-16-20-invitation-counts': invitationCounts,
  '2026-11-16-21-muted-topics': mutedTopics,
  '2026-11-17-01-feeds': feeds,
  '2026-11-17-20-backups': backups,
  '2026-11-17-21-imports': imports,
  '2026-11-17-22-previews': previews,
  '2026-11-17-30-requested-imports': requestedImports,
  '2026-11-17-40-statistics': statistics,
  '2026-11-17-41-failed-webhook-calls': failedWebhookCalls,
  '2026-11-17-50-moves': moves,
  '2026-11-17-51-import-problems': importProblems,
  '2026-11-18-40-files-folder': filesFolder,
  '2026-11-18-41-import-counts': importCounts,
  '2026-11-18-50-pins': pins,
  '2026-11-18-51-later': later,
  '2026-11-18-61-second-factors': secondFactors,
  '2026-11-18-61-second-factors-passkeys': passkeys,
  '2026-11-18-61-second-factors-required': requiredFactors,
  '2026-11-18-62-channel-folders': channelFolders,
  '2026-11-18-63-interactions': interactions,
  '2026-11-18-64-search-words': searchWords,
  '2026-11-18-64-searched-files': searchedFiles,
  '2026-11-18-65-audit': audit,
  '2026-11-18-70-tokens': tokens,
  '2026-11-18-75-saml': saml,
  '2026-11-18-76-login-mapping': loginMapping,
  '2026-11-18-80-scim': scim,
  '2026-11-18-81-erasure': erasure,
  '2026-11-18-82-data-copies': dataCopies,
  '2026-11-18-85-sign-in-policies': signInPolicies,
  '2026-11-18-86-legal-holds': legalHolds,
  '2026-11-18-87-discovery-exports': discoveryExports,
  '2026-11-18-90-data-keys': dataKeys,
  '2026-11-18-91-audit-denials': auditDenials,
  '2026-11-18-92-audit-webhooks': auditWebhooks,
  '2026-11-18-93-shown-presence': shownPresence,
  '2026-11-18-95-inbound-email': inboundEmail,
  '2026-11-18-96-reply-addresses': replyAddresses,
  '2026-11-18-97-digests': digests,
  '2026-11-18-98-channel-feeds': channelFeeds,
  '2026-11-19-10-apps': apps,
  '2026-11-19-20-modified': modified,
  '2026-11-19-21-held-reactions': heldReactions,
  '2026-11-19-21-openid-sync': openIdSync,
  '2026-11-19-30-calls': calls,
  '2026-11-19-40-moderation': moderation,
  '2026-11-19-41-bulk-deletions': bulkDeletions,
  '2026-11-19-42-guest-expiry': guestExpiry,
  '2026-11-19-50-summaries': summaries,
  '2026-11-19-60-reaction-skin-tones': reactionSkinTones,
  '2026-11-19-70-saved-searches': savedSearches,
  '2026-11-19-80-recipient-estimate': recipientEstimate,
}
