import type { Extensions } from '../events/transaction.ts'
import { cancelWelcomeEmails } from './administration/accounts/welcome-emails.ts'
import { enqueueSubscriptionNotices } from './administration/channel-changes/subscription-notices.ts'
import { forgetDeparture } from './administration/external-login/sync-store.ts'
import { withdrawInvitationsOf } from './administration/invitations/manage.ts'
import { countBeforeDeletion } from './administration/statistics/count-store.ts'
import { revokeTokensOf } from './administration/tokens/actions.ts'
import { endCallsOf, leaveCallsOf } from './conversation/calls/end.ts'
import { updateReportsOfDeleted } from './conversation/moderation/buttons.ts'
import { markLeftChannelsRead } from './conversation/read-state/left-channels.ts'
import { deleteUploads } from './conversation/uploads/files.ts'
import { deleteDevicesOf } from './identity/devices/store.ts'
import { deletePictures } from './identity/pictures/files.ts'
import { deleteRequestedImports } from './imports/requests/archive-files.ts'
import { deleteArchives } from './reach/exports/jobs.ts'
import { publishChangedConsent, publishConsent } from './reach/exports/publish.ts'
import { keepFiles, keepMessages } from './reach/legal-hold/keep.ts'
import { enqueuePreviews } from './reach/link-previews/jobs.ts'
import { previewsOfSent } from './reach/link-previews/send-sql.ts'
import { applyChangedDelay } from './reach/missed-messages/delay.ts'
import { enqueueNewMentions } from './reach/missed-messages/edits.ts'
import { callForInteraction } from './reach/outgoing-webhooks/interactions.ts'
import { webhookCalls } from './reach/outgoing-webhooks/send-sql.ts'
import { enqueueCallPush } from './reach/web-push/calls.ts'
import { deleteSubscriptionsByKey } from './reach/web-push/subscription-store.ts'

/** Extensions of lower areas, provided by the features above them. */
export const extensions: Extensions = {
  accountDeactivated: [
    withdrawInvitationsOf,
    cancelWelcomeEmails,
    revokeTokensOf,
    forgetDeparture,
    leaveCallsOf,
  ],
  accountReactivated: [publishConsent, forgetDeparture],
  // The holder of the old key may have registered devices.
  apiKeyReplaced: [deleteDevicesOf, deleteSubscriptionsByKey],
  settingsChanged: [publishChangedConsent, applyChangedDelay],
  subscribed: [enqueueSubscriptionNotices],
  unsubscribed: [markLeftChannelsRead],
  messageSent: [previewsOfSent, webhookCalls],
  messageEdited: [enqueueNewMentions, enqueuePreviews],
  messagesDeleted: [countBeforeDeletion, keepMessages, endCallsOf, updateReportsOfDeleted],
  filesDeleted: [keepFiles],
  interactionCreated: [callForInteraction],
  directCallChanged: [enqueueCallPush],
  realmDeleted: [deletePictures, deleteArchives, deleteUploads, deleteRequestedImports],
}
