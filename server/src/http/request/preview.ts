import type { EndpointName } from '@loquat/contract'
import { assertNotPreview } from '../../directory/preview.ts'
import type { Realm } from '../../realms/realm.ts'
import type { Route } from '../implement.ts'

/** Endpoints that change only the caller's own view, or nothing at all. They work in previews. */
const personalEndpoints: ReadonlySet<string> = new Set<EndpointName>([
  // Logging in
  'fetchApiKey',
  'fetchApiKeyByToken',
  'fetchApiKeyForDevelopment',
  'logIn',
  'logOut',
  'endSession',
  'endOtherSessions',
  'showApiKey',
  'regenerateApiKey',
  'requestPasswordReset',
  'checkPassword',
  'resetPassword',
  'confirmEmail',
  'unsubscribeFromEmails',
  // Connecting
  'register',
  'deleteQueue',
  'updatePresence',
  'setTypingStatus',
  'setEditingStatus',
  'registerAppleDevice',
  'removeAppleDevice',
  'registerAndroidDevice',
  'removeAndroidDevice',
  'sendTestNotification',
  'subscribeToPush',
  'unsubscribeFromPush',
  // Reading
  'updateMessageFlags',
  'updateMessageFlagsForNarrow',
  'markAllAsRead',
  'markChannelAsRead',
  'markTopicAsRead',
  'renderMessage',
  // Personal settings
  'updateSettings',
  'updateDisplaySettings',
  'updateNotificationSettings',
  'updateSubscriptionProperties',
  'updateSubscriptionProperty',
  'updateUserTopic',
  'updateMutedTopics',
  'muteUser',
  'unmuteUser',
  'addAlertWords',
  'removeAlertWords',
  'createDrafts',
  'editDraft',
  'deleteDraft',
  'createSavedSnippet',
  'editSavedSnippet',
  'deleteSavedSnippet',
  'markOnboardingStep',
])

/** Rejects calls that would change a preview. */
export async function assertAllowedInPreview(realm: Realm, route: Route): Promise<void> {
  if (route.endpoint.method === 'GET' || personalEndpoints.has(route.name)) return
  await realm.decideFresh(() => assertNotPreview(realm.directory))
}
