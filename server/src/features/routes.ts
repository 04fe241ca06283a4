import type { Route } from '../http/implement.ts'
import { alertWordRoutes } from './alert-words/routes.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { botRoutes } from './bots/routes.ts'
import { channelChangeRoutes } from './channel-changes/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { customEmojiRoutes } from './custom-emoji/routes.ts'
import { defaultChannelGroupRoutes } from './default-channel-groups/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { domainRoutes } from './domains/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { externalLoginRoutes } from './external-login/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { linkifierRoutes } from './linkifiers/routes.ts'
import { messageChangeRoutes } from './message-changes/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { mutedUserRoutes } from './muted-users/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { profileFieldRoutes } from './profile-fields/routes.ts'
import { reactionRoutes } from './reactions/routes.ts'
import { readReceiptRoutes } from './read-receipts/routes.ts'
import { realmPictureRoutes } from './realm-pictures/routes.ts'
import { realmSettingRoutes } from './realm-settings/routes.ts'
import { eventRoutes } from './register/routes.ts'
import { scheduledMessageRoutes } from './scheduled-messages/routes.ts'
import { serverRoutes } from './server/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { snippetRoutes } from './snippets/routes.ts'
import { submessageRoutes } from './submessages/routes.ts'
import { typingRoutes } from './typing/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { userGroupRoutes } from './user-groups/routes.ts'
import { userStatusRoutes } from './user-status/routes.ts'
import { userTopicRoutes } from './user-topics/routes.ts'
import { userRoutes } from './users/routes.ts'
import { webPushRoutes } from './web-push/routes.ts'

/** Every endpoint of the contract with its handler. */
export const routes: Route[] = [
  ...serverRoutes,
  ...signInRoutes,
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
  ...defaultChannelGroupRoutes,
  ...messageRoutes,
  ...messageChangeRoutes,
  ...reactionRoutes,
  ...submessageRoutes,
  ...readReceiptRoutes,
  ...draftRoutes,
  ...scheduledMessageRoutes,
  ...realmSettingRoutes,
  ...domainRoutes,
  ...organizationRoutes,
  ...exportRoutes,
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
  ...alertWordRoutes,
  ...userGroupRoutes,
  ...userTopicRoutes,
  ...mutedUserRoutes,
  ...typingRoutes,
  ...eventRoutes,
]
