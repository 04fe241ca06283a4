import type { Extensions } from '../events/transaction.ts'
import { cancelWelcomeEmails } from './accounts/welcome-emails.ts'
import { enqueueSubscriptionNotices } from './channel-changes/subscription-notices.ts'
import { deleteDevicesOf } from './devices/store.ts'
import { deleteArchives } from './exports/jobs.ts'
import { publishChangedConsent, publishConsent } from './exports/publish.ts'
import { withdrawInvitationsOf } from './invitations/manage.ts'
import { previewEdited, previewsOfSent } from './link-previews/extension.ts'
import { applyChangedDelay } from './missed-messages/delay.ts'
import { enqueueNewMentions } from './missed-messages/edits.ts'
import { webhookCalls } from './outgoing-webhooks/extension.ts'
import { deletePictures } from './pictures/files.ts'
import { readLeft } from './reading/left-channels.ts'
import { deleteUploads } from './uploads/files.ts'
import { deleteSubscriptionsByKey } from './web-push/subscription-store.ts'

/** What features add to changes in areas below them. */
export const extensions: Extensions = {
  accountDeactivated: [withdrawInvitationsOf, cancelWelcomeEmails],
  accountReactivated: [publishConsent],
  // The holder of the old key may have registered devices of their own.
  apiKeyReplaced: [deleteDevicesOf, deleteSubscriptionsByKey],
  settingsChanged: [publishChangedConsent, applyChangedDelay],
  subscribed: [enqueueSubscriptionNotices],
  unsubscribed: [readLeft],
  messageSent: [previewsOfSent, webhookCalls],
  messageEdited: [enqueueNewMentions, previewEdited],
  realmDeleted: [deletePictures, deleteArchives, deleteUploads],
}
