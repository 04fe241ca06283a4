import { RouteTable } from '../http/route-table.ts'
import { userRoutes } from './administration/accounts/routes.ts'
import { settingRoutes } from './administration/accounts/settings-routes.ts'
import { appRoutes } from './administration/apps/routes.ts'
import { auditLogRoutes } from './administration/audit-log/routes.ts'
import { botRoutes } from './administration/bot-accounts/routes.ts'
import { channelChangeRoutes } from './administration/channel-changes/routes.ts'
import { domainRoutes } from './administration/domains/routes.ts'
import { erasureRoutes } from './administration/erasure/routes.ts'
import { externalLoginRoutes } from './administration/external-login/routes.ts'
import { guestExpiryRoutes } from './administration/guest-expiry/routes.ts'
import { integrationRoutes } from './administration/integrations/routes.ts'
import { invitationRoutes } from './administration/invitations/routes.ts'
import { linkifierRoutes } from './administration/linkifiers/routes.ts'
import { onboardingRoutes } from './administration/onboarding/routes.ts'
import { organizationRoutes } from './administration/realm-lifecycle/routes.ts'
import { realmPictureRoutes } from './administration/realm-pictures/routes.ts'
import { realmSettingRoutes } from './administration/realm-settings/routes.ts'
import { scimRoutes } from './administration/scim/routes.ts'
import { secondFactorRoutes } from './administration/second-factors/routes.ts'
import { serverRoutes } from './administration/server-settings/routes.ts'
import { signInRoutes } from './administration/sign-in/routes.ts'
import { signInPolicyRoutes } from './administration/sign-in-policy/routes.ts'
import { statisticsRoutes } from './administration/statistics/routes.ts'
import { tokenRoutes } from './administration/tokens/routes.ts'
import { userGroupRoutes } from './administration/user-groups/routes.ts'
import { eventRoutes } from './clients/register/routes.ts'
import { bulkDeletionRoutes } from './conversation/bulk-deletions/routes.ts'
import { callRoutes } from './conversation/calls/routes.ts'
import { customEmojiRoutes } from './conversation/custom-emoji/routes.ts'
import { draftRoutes } from './conversation/drafts/routes.ts'
import { interactionRoutes } from './conversation/interactions/routes.ts'
import { laterRoutes } from './conversation/later/routes.ts'
import { messageChangeRoutes } from './conversation/message-changes/routes.ts'
import { messageRoutes } from './conversation/messages/routes.ts'
import { moderationRoutes } from './conversation/moderation/routes.ts'
import { mutedUserRoutes } from './conversation/muted-users/routes.ts'
import { pinRoutes } from './conversation/pins/routes.ts'
import { reactionRoutes } from './conversation/reactions/routes.ts'
import { readReceiptRoutes } from './conversation/read-receipts/routes.ts'
import { savedSearchRoutes } from './conversation/saved-searches/routes.ts'
import { scheduledMessageRoutes } from './conversation/scheduled-messages/routes.ts'
import { snippetRoutes } from './conversation/snippets/routes.ts'
import { submessageRoutes } from './conversation/submessages/routes.ts'
import { typingRoutes } from './conversation/typing/routes.ts'
import { uploadRoutes } from './conversation/uploads/routes.ts'
import { alertWordRoutes } from './identity/alert-words/routes.ts'
import { avatarRoutes } from './identity/avatars/routes.ts'
import { deviceRoutes } from './identity/devices/routes.ts'
import { presenceRoutes } from './identity/presence/routes.ts'
import { profileFieldRoutes } from './identity/profile-fields/routes.ts'
import { userStatusRoutes } from './identity/user-status/routes.ts'
import { importRoutes } from './imports/requests/routes.ts'
import { serverStatusRoutes } from './operations/server-status/routes.ts'
import { channelRoutes } from './places/channels/routes.ts'
import { defaultChannelGroupRoutes } from './places/default-channel-groups/routes.ts'
import { folderRoutes } from './places/folders/routes.ts'
import { userTopicRoutes } from './places/user-topics/routes.ts'
import { dataCopyRoutes } from './reach/data-copies/routes.ts'
import { discoveryRoutes } from './reach/discovery/routes.ts'
import { exportRoutes } from './reach/exports/routes.ts'
import { feedRoutes } from './reach/feeds/routes.ts'
import { gifRoutes } from './reach/gifs/routes.ts'
import { legalHoldRoutes } from './reach/legal-hold/routes.ts'
import { summaryRoutes } from './reach/summaries/routes.ts'
import { videoProviderRoutes } from './reach/video-providers/routes.ts'
import { webPushRoutes } from './reach/web-push/routes.ts'

/** Every endpoint of the contract with its handler. */
export const routes = new RouteTable([
  ...serverRoutes,
  ...signInRoutes,
  ...secondFactorRoutes,
  ...signInPolicyRoutes,
  ...legalHoldRoutes,
  ...discoveryRoutes,
  ...tokenRoutes,
  ...appRoutes,
  ...externalLoginRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...botRoutes,
  ...feedRoutes,
  ...integrationRoutes,
  ...profileFieldRoutes,
  ...presenceRoutes,
  ...userStatusRoutes,
  ...channelRoutes,
  ...channelChangeRoutes,
  ...folderRoutes,
  ...defaultChannelGroupRoutes,
  ...messageRoutes,
  ...messageChangeRoutes,
  ...interactionRoutes,
  ...laterRoutes,
  ...gifRoutes,
  ...pinRoutes,
  ...moderationRoutes,
  ...guestExpiryRoutes,
  ...bulkDeletionRoutes,
  ...reactionRoutes,
  ...submessageRoutes,
  ...readReceiptRoutes,
  ...draftRoutes,
  ...scheduledMessageRoutes,
  ...realmSettingRoutes,
  ...domainRoutes,
  ...organizationRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...statisticsRoutes,
  ...auditLogRoutes,
  ...scimRoutes,
  ...summaryRoutes,
  ...dataCopyRoutes,
  ...erasureRoutes,
  ...serverStatusRoutes,
  ...uploadRoutes,
  ...onboardingRoutes,
  ...deviceRoutes,
  ...webPushRoutes,
  ...linkifierRoutes,
  ...avatarRoutes,
  ...realmPictureRoutes,
  ...customEmojiRoutes,
  ...settingRoutes,
  ...snippetRoutes,
  ...savedSearchRoutes,
  ...alertWordRoutes,
  ...userGroupRoutes,
  ...userTopicRoutes,
  ...mutedUserRoutes,
  ...typingRoutes,
  ...callRoutes,
  ...videoProviderRoutes,
  ...eventRoutes,
])
