import type { Job } from '../jobs/job.ts'
import { deliverEmail } from '../jobs/send-email.ts'
import { sendWelcomeMail } from './administration/accounts/welcome-emails.ts'
import { sendSubscriptionNotices } from './administration/channel-changes/subscription-notices.ts'
import { forgetInvitations, mailInvitations, remindOfInvitation } from './administration/invitations/jobs.ts'
import { remindOfTour } from './administration/onboarding/jobs.ts'
import { deleteOrganizations } from './administration/realm-lifecycle/jobs.ts'
import { forgetAttempts, tidySignIn } from './administration/sign-in/jobs.ts'
import { promoteMembers } from './administration/user-groups/jobs.ts'
import { notifyGroupMembers } from './administration/user-groups/notices.ts'
import { reindexLater } from './conversation/message-queries/reindex.ts'
import { readLeftChannel } from './conversation/read-state/left-channels.ts'
import { enforceRetention } from './conversation/retention/jobs.ts'
import { deliverScheduled, forgetDelivered } from './conversation/scheduled-messages/jobs.ts'
import { deleteUploadedFiles } from './conversation/uploads/files.ts'
import { showInOlderMessages } from './conversation/uploads/in-messages.ts'
import { forgetUploads } from './conversation/uploads/jobs.ts'
import { makeThumbnails } from './conversation/uploads/thumbnails.ts'
import { deleteFiles } from './identity/pictures/files.ts'
import { countChannelTraffic, markInactiveChannels } from './places/channels/jobs.ts'
import { makeExports } from './reach/exports/jobs.ts'
import { pollFeeds } from './reach/feeds/jobs.ts'
import { forgetLinkPreviews, previewLinks } from './reach/link-previews/jobs.ts'
import { forgetMissedMessages, mailMissedMessages, notifyNewMentions } from './reach/missed-messages/jobs.ts'
import { callWebhooks } from './reach/outgoing-webhooks/jobs.ts'
import { deliverPushes, forgetPushNotices } from './reach/web-push/jobs.ts'

/** Everything that is done in the background. */
export const jobs: Job<never>[] = [
  callWebhooks,
  countChannelTraffic,
  deleteOrganizations,
  deliverEmail,
  deliverPushes,
  deleteFiles,
  deleteUploadedFiles,
  deliverScheduled,
  forgetAttempts,
  forgetDelivered,
  enforceRetention,
  forgetInvitations,
  mailInvitations,
  notifyGroupMembers,
  showInOlderMessages,
  forgetLinkPreviews,
  forgetUploads,
  makeThumbnails,
  makeExports,
  forgetMissedMessages,
  forgetPushNotices,
  mailMissedMessages,
  pollFeeds,
  previewLinks,
  promoteMembers,
  readLeftChannel,
  remindOfTour,
  reindexLater,
  remindOfInvitation,
  markInactiveChannels,
  sendWelcomeMail,
  notifyNewMentions,
  sendSubscriptionNotices,
  tidySignIn,
]
