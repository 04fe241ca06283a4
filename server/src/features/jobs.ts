import { deliverEmail } from '../email/send.ts'
import type { Job } from '../jobs/job.ts'
import { countChannelTraffic, markInactiveChannels } from './channels/jobs.ts'
import { readLeftChannel } from './channels/left-channels.ts'
import { sendSubscriptionNotices } from './channels/subscription-notices.ts'
import { makeExports } from './exports/jobs.ts'
import { pollFeeds } from './feeds/jobs.ts'
import { forgetInvitations, mailInvitations, remindOfInvitation } from './invitations/jobs.ts'
import { forgetLinkPreviews, previewLinks } from './link-previews/jobs.ts'
import { forgetMissedMessages, mailMissedMessages, notifyNewMentions } from './missed-messages/jobs.ts'
import { remindOfTour } from './onboarding/jobs.ts'
import { deleteOrganizations } from './organization/jobs.ts'
import { callWebhooks } from './outgoing-webhooks/jobs.ts'
import { deleteFiles } from './pictures/files.ts'
import { reindexLater } from './reading/reindex.ts'
import { enforceRetention } from './retention/jobs.ts'
import { deliverScheduled, forgetDelivered } from './scheduled-messages/jobs.ts'
import { forgetAttempts, tidySignIn } from './sign-in/jobs.ts'
import { deleteUploadedFiles } from './uploads/files.ts'
import { showInOlderMessages } from './uploads/in-messages.ts'
import { forgetUploads } from './uploads/jobs.ts'
import { makeThumbnails } from './uploads/thumbnails.ts'
import { promoteMembers } from './user-groups/jobs.ts'
import { notifyGroupMembers } from './user-groups/notices.ts'
import { sendWelcomeMail } from './users/welcome-emails.ts'
import { deliverPushes, forgetPushNotices } from './web-push/jobs.ts'

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
