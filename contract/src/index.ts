import * as alertWordEndpoints from './endpoints/alert-words.ts'
import * as botEndpoints from './endpoints/bots.ts'
import * as channelChangeEndpoints from './endpoints/channel-changes.ts'
import * as channelEndpoints from './endpoints/channels.ts'
import * as defaultGroupEndpoints from './endpoints/default-channel-groups.ts'
import * as deviceEndpoints from './endpoints/devices.ts'
import * as domainEndpoints from './endpoints/domains.ts'
import * as draftEndpoints from './endpoints/drafts.ts'
import * as eventEndpoints from './endpoints/events.ts'
import * as exportEndpoints from './endpoints/exports.ts'
import * as externalLoginEndpoints from './endpoints/external-login.ts'
import * as integrationEndpoints from './endpoints/integrations.ts'
import * as invitationEndpoints from './endpoints/invitations.ts'
import * as linkifierEndpoints from './endpoints/linkifiers.ts'
import * as messageChangeEndpoints from './endpoints/message-changes.ts'
import * as messageEndpoints from './endpoints/messages.ts'
import * as mutedUserEndpoints from './endpoints/muted-users.ts'
import * as onboardingEndpoints from './endpoints/onboarding.ts'
import * as organizationEndpoints from './endpoints/organization.ts'
import * as pictureEndpoints from './endpoints/pictures.ts'
import * as presenceEndpoints from './endpoints/presence.ts'
import * as profileFieldEndpoints from './endpoints/profile-fields.ts'
import * as reactionEndpoints from './endpoints/reactions.ts'
import * as readReceiptEndpoints from './endpoints/read-receipts.ts'
import * as realmEndpoints from './endpoints/realm.ts'
import * as scheduledMessageEndpoints from './endpoints/scheduled-messages.ts'
import * as serverEndpoints from './endpoints/server.ts'
import * as settingEndpoints from './endpoints/settings.ts'
import * as signInEndpoints from './endpoints/sign-in.ts'
import * as submessageEndpoints from './endpoints/submessages.ts'
import * as typingEndpoints from './endpoints/typing.ts'
import * as uploadEndpoints from './endpoints/uploads.ts'
import * as userGroupEndpoints from './endpoints/user-groups.ts'
import * as userStatusEndpoints from './endpoints/user-status.ts'
import * as userTopicEndpoints from './endpoints/user-topics.ts'
import * as userEndpoints from './endpoints/users.ts'
import type { EventBody, EventDeclaration } from './event.ts'
import * as attachmentEvents from './events/attachments.ts'
import * as botEvents from './events/bots.ts'
import * as channelEvents from './events/channels.ts'
import * as draftEvents from './events/drafts.ts'
import * as exportEvents from './events/exports.ts'
import * as messageChangeEvents from './events/message-changes.ts'
import * as messageEvents from './events/messages.ts'
import * as organizationEvents from './events/organization.ts'
import * as peopleEvents from './events/people.ts'
import * as personalEvents from './events/personal.ts'
import * as queueEvents from './events/queue.ts'
import * as realmEvents from './events/realm.ts'
import * as scheduledMessageEvents from './events/scheduled-messages.ts'
import * as settingEvents from './events/settings.ts'
import * as userGroupEvents from './events/user-groups.ts'

/** Every endpoint, by area. The server implements each area as a whole or does not compile. */
export const areas = {
  server: {
    getServerSettings: serverEndpoints.getServerSettings,
    fetchApiKey: serverEndpoints.fetchApiKey,
  },
  signIn: {
    logIn: signInEndpoints.logIn,
    getSessions: signInEndpoints.getSessions,
    logOut: signInEndpoints.logOut,
    endSession: signInEndpoints.endSession,
    endOtherSessions: signInEndpoints.endOtherSessions,
    showApiKey: signInEndpoints.showApiKey,
    requestPasswordReset: signInEndpoints.requestPasswordReset,
    getPasswordReset: signInEndpoints.getPasswordReset,
    resetPassword: signInEndpoints.resetPassword,
    confirmEmail: signInEndpoints.confirmEmail,
    stopMails: signInEndpoints.stopMails,
  },
  externalLogin: {
    fetchApiKeyForDevelopment: externalLoginEndpoints.fetchApiKeyForDevelopment,
    listUsersForDevelopment: externalLoginEndpoints.listUsersForDevelopment,
    fetchApiKeyByToken: externalLoginEndpoints.fetchApiKeyByToken,
  },
  users: {
    getOwnUser: userEndpoints.getOwnUser,
    getUsers: userEndpoints.getUsers,
    getUser: userEndpoints.getUser,
    createUser: userEndpoints.createUser,
    updateUser: userEndpoints.updateUser,
    getUserByEmail: userEndpoints.getUserByEmail,
    updateUserByEmail: userEndpoints.updateUserByEmail,
    deactivateUser: userEndpoints.deactivateUser,
    deactivateOwnUser: userEndpoints.deactivateOwnUser,
    reactivateUser: userEndpoints.reactivateUser,
    regenerateApiKey: userEndpoints.regenerateApiKey,
  },
  invitations: {
    getInvitations: invitationEndpoints.getInvitations,
    sendInvitations: invitationEndpoints.sendInvitations,
    createInvitationLink: invitationEndpoints.createInvitationLink,
    revokeInvitation: invitationEndpoints.revokeInvitation,
    revokeInvitationLink: invitationEndpoints.revokeInvitationLink,
    resendInvitation: invitationEndpoints.resendInvitation,
    getJoining: invitationEndpoints.getJoining,
    requestJoining: invitationEndpoints.requestJoining,
    join: invitationEndpoints.join,
  },
  bots: {
    getBots: botEndpoints.getBots,
    createBot: botEndpoints.createBot,
    updateBot: botEndpoints.updateBot,
    deactivateBot: botEndpoints.deactivateBot,
    regenerateBotApiKey: botEndpoints.regenerateBotApiKey,
    getBotStorage: botEndpoints.getBotStorage,
    updateBotStorage: botEndpoints.updateBotStorage,
    clearBotStorage: botEndpoints.clearBotStorage,
  },
  integrations: {
    postToIntegration: integrationEndpoints.postToIntegration,
  },
  profileFields: {
    getProfileFields: profileFieldEndpoints.getProfileFields,
    createProfileField: profileFieldEndpoints.createProfileField,
    reorderProfileFields: profileFieldEndpoints.reorderProfileFields,
    updateProfileField: profileFieldEndpoints.updateProfileField,
    deleteProfileField: profileFieldEndpoints.deleteProfileField,
    updateProfileData: profileFieldEndpoints.updateProfileData,
    deleteProfileData: profileFieldEndpoints.deleteProfileData,
  },
  presence: {
    updatePresence: presenceEndpoints.updatePresence,
    getPresence: presenceEndpoints.getPresence,
    getRealmPresence: presenceEndpoints.getRealmPresence,
  },
  userStatus: {
    updateStatus: userStatusEndpoints.updateStatus,
    getStatus: userStatusEndpoints.getStatus,
  },
  channels: {
    subscribe: channelEndpoints.subscribe,
    unsubscribe: channelEndpoints.unsubscribe,
    changeSubscriptions: channelEndpoints.changeSubscriptions,
    updateSubscriptionProperties: channelEndpoints.updateSubscriptionProperties,
    updateSubscriptionProperty: channelEndpoints.updateSubscriptionProperty,
    getSubscriptions: channelEndpoints.getSubscriptions,
    getSubscriptionStatus: channelEndpoints.getSubscriptionStatus,
    getChannels: channelEndpoints.getChannels,
    getChannel: channelEndpoints.getChannel,
    getChannelId: channelEndpoints.getChannelId,
    getSubscribers: channelEndpoints.getSubscribers,
    getChannelEmail: channelEndpoints.getChannelEmail,
    getTopics: channelEndpoints.getTopics,
    addDefaultChannel: channelEndpoints.addDefaultChannel,
    removeDefaultChannel: channelEndpoints.removeDefaultChannel,
  },
  channelChanges: {
    updateChannel: channelChangeEndpoints.updateChannel,
    archiveChannel: channelChangeEndpoints.archiveChannel,
  },
  defaultChannelGroups: {
    createDefaultChannelGroup: defaultGroupEndpoints.createDefaultChannelGroup,
    updateDefaultChannelGroup: defaultGroupEndpoints.updateDefaultChannelGroup,
    changeDefaultChannelGroup: defaultGroupEndpoints.changeDefaultChannelGroup,
    deleteDefaultChannelGroup: defaultGroupEndpoints.deleteDefaultChannelGroup,
  },
  messages: {
    sendMessage: messageEndpoints.sendMessage,
    getMessages: messageEndpoints.getMessages,
    updateMessageFlags: messageEndpoints.updateMessageFlags,
    updateMessageFlagsForNarrow: messageEndpoints.updateMessageFlagsForNarrow,
    matchesNarrow: messageEndpoints.matchesNarrow,
    markAllAsRead: messageEndpoints.markAllAsRead,
    markChannelAsRead: messageEndpoints.markChannelAsRead,
    markTopicAsRead: messageEndpoints.markTopicAsRead,
    renderMessage: messageEndpoints.renderMessage,
  },
  messageChanges: {
    updateMessage: messageChangeEndpoints.updateMessage,
    deleteMessage: messageChangeEndpoints.deleteMessage,
    deleteTopic: messageChangeEndpoints.deleteTopic,
    getMessage: messageChangeEndpoints.getMessage,
    getMessageHistory: messageChangeEndpoints.getMessageHistory,
  },
  reactions: {
    addReaction: reactionEndpoints.addReaction,
    removeReaction: reactionEndpoints.removeReaction,
  },
  submessages: {
    addSubmessage: submessageEndpoints.addSubmessage,
  },
  readReceipts: {
    getReadReceipts: readReceiptEndpoints.getReadReceipts,
  },
  drafts: {
    getDrafts: draftEndpoints.getDrafts,
    createDrafts: draftEndpoints.createDrafts,
    editDraft: draftEndpoints.editDraft,
    deleteDraft: draftEndpoints.deleteDraft,
  },
  snippets: {
    getSavedSnippets: draftEndpoints.getSavedSnippets,
    createSavedSnippet: draftEndpoints.createSavedSnippet,
    editSavedSnippet: draftEndpoints.editSavedSnippet,
    deleteSavedSnippet: draftEndpoints.deleteSavedSnippet,
  },
  scheduledMessages: {
    getScheduledMessages: scheduledMessageEndpoints.getScheduledMessages,
    createScheduledMessage: scheduledMessageEndpoints.createScheduledMessage,
    editScheduledMessage: scheduledMessageEndpoints.editScheduledMessage,
    deleteScheduledMessage: scheduledMessageEndpoints.deleteScheduledMessage,
  },
  realmSettings: {
    updateRealm: realmEndpoints.updateRealm,
  },
  domains: {
    getDomains: domainEndpoints.getDomains,
    addDomain: domainEndpoints.addDomain,
    updateDomain: domainEndpoints.updateDomain,
    removeDomain: domainEndpoints.removeDomain,
  },
  organization: {
    updateUserSettingsDefaults: organizationEndpoints.updateUserSettingsDefaults,
    deactivateRealm: organizationEndpoints.deactivateRealm,
    checkSubdomain: organizationEndpoints.checkSubdomain,
  },
  exports: {
    getExports: exportEndpoints.getExports,
    requestExport: exportEndpoints.requestExport,
    deleteExport: exportEndpoints.deleteExport,
    getExportConsents: exportEndpoints.getExportConsents,
  },
  uploads: {
    uploadFile: uploadEndpoints.uploadFile,
    getFileUrl: uploadEndpoints.getFileUrl,
    getAttachments: uploadEndpoints.getAttachments,
    deleteAttachment: uploadEndpoints.deleteAttachment,
  },
  onboarding: {
    markOnboardingStep: onboardingEndpoints.markOnboardingStep,
  },
  devices: {
    registerAppleDevice: deviceEndpoints.registerAppleDevice,
    removeAppleDevice: deviceEndpoints.removeAppleDevice,
    registerAndroidDevice: deviceEndpoints.registerAndroidDevice,
    removeAndroidDevice: deviceEndpoints.removeAndroidDevice,
    sendTestNotification: deviceEndpoints.sendTestNotification,
  },
  linkifiers: {
    getLinkifiers: linkifierEndpoints.getLinkifiers,
    addLinkifier: linkifierEndpoints.addLinkifier,
    editLinkifier: linkifierEndpoints.editLinkifier,
    removeLinkifier: linkifierEndpoints.removeLinkifier,
    reorderLinkifiers: linkifierEndpoints.reorderLinkifiers,
    addPlayground: linkifierEndpoints.addPlayground,
    removePlayground: linkifierEndpoints.removePlayground,
  },
  avatars: {
    setAvatar: pictureEndpoints.setAvatar,
    removeAvatar: pictureEndpoints.removeAvatar,
  },
  realmPictures: {
    getIcon: pictureEndpoints.getIcon,
    setIcon: pictureEndpoints.setIcon,
    removeIcon: pictureEndpoints.removeIcon,
    getLogo: pictureEndpoints.getLogo,
    setLogo: pictureEndpoints.setLogo,
    removeLogo: pictureEndpoints.removeLogo,
  },
  customEmoji: {
    getCustomEmoji: pictureEndpoints.getCustomEmoji,
    addCustomEmoji: pictureEndpoints.addCustomEmoji,
    removeCustomEmoji: pictureEndpoints.removeCustomEmoji,
  },
  settings: {
    updateSettings: settingEndpoints.updateSettings,
    updateDisplaySettings: settingEndpoints.updateDisplaySettings,
    updateNotificationSettings: settingEndpoints.updateNotificationSettings,
  },
  alertWords: {
    getAlertWords: alertWordEndpoints.getAlertWords,
    addAlertWords: alertWordEndpoints.addAlertWords,
    removeAlertWords: alertWordEndpoints.removeAlertWords,
  },
  userGroups: {
    getUserGroups: userGroupEndpoints.getUserGroups,
    createUserGroup: userGroupEndpoints.createUserGroup,
    updateUserGroup: userGroupEndpoints.updateUserGroup,
    deactivateUserGroup: userGroupEndpoints.deactivateUserGroup,
    changeGroupMembers: userGroupEndpoints.changeGroupMembers,
    changeSubgroups: userGroupEndpoints.changeSubgroups,
    getGroupMembers: userGroupEndpoints.getGroupMembers,
    isGroupMember: userGroupEndpoints.isGroupMember,
    getSubgroups: userGroupEndpoints.getSubgroups,
  },
  userTopics: {
    updateUserTopic: userTopicEndpoints.updateUserTopic,
    updateMutedTopics: userTopicEndpoints.updateMutedTopics,
  },
  mutedUsers: {
    muteUser: mutedUserEndpoints.muteUser,
    unmuteUser: mutedUserEndpoints.unmuteUser,
  },
  typing: {
    setTypingStatus: typingEndpoints.setTypingStatus,
    setEditingStatus: typingEndpoints.setEditingStatus,
  },
  events: {
    register: eventEndpoints.register,
    getEvents: eventEndpoints.getEvents,
    deleteQueue: eventEndpoints.deleteQueue,
  },
} as const

export const endpoints = {
  ...areas.server,
  ...areas.signIn,
  ...areas.externalLogin,
  ...areas.users,
  ...areas.invitations,
  ...areas.bots,
  ...areas.integrations,
  ...areas.profileFields,
  ...areas.presence,
  ...areas.userStatus,
  ...areas.channels,
  ...areas.channelChanges,
  ...areas.defaultChannelGroups,
  ...areas.messages,
  ...areas.messageChanges,
  ...areas.reactions,
  ...areas.submessages,
  ...areas.readReceipts,
  ...areas.drafts,
  ...areas.snippets,
  ...areas.scheduledMessages,
  ...areas.realmSettings,
  ...areas.domains,
  ...areas.organization,
  ...areas.exports,
  ...areas.uploads,
  ...areas.onboarding,
  ...areas.devices,
  ...areas.linkifiers,
  ...areas.avatars,
  ...areas.realmPictures,
  ...areas.customEmoji,
  ...areas.settings,
  ...areas.alertWords,
  ...areas.userGroups,
  ...areas.userTopics,
  ...areas.mutedUsers,
  ...areas.typing,
  ...areas.events,
} as const
export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

const declarations = {
  ...peopleEvents,
  ...botEvents,
  ...userGroupEvents,
  ...channelEvents,
  ...messageEvents,
  ...messageChangeEvents,
  ...draftEvents,
  ...personalEvents,
  ...scheduledMessageEvents,
  ...settingEvents,
  ...realmEvents,
  ...organizationEvents,
  ...exportEvents,
  ...attachmentEvents,
  ...queueEvents,
}
type Declarations = typeof declarations
type Declaration = Declarations[keyof Declarations]

/** Every event, by its key: `message`, `subscription:add`. */
export const events = Object.fromEntries(
  Object.values(declarations).map((declaration) => [declaration.key, declaration]),
) as unknown as { [D in Declaration as D['key']]: D }
export type EventKey = keyof typeof events
export type BodyOf<K extends EventKey> = EventBody<(typeof events)[K]>
/** An event as it arrives from a queue. */
export type QueueEvent<K extends EventKey = EventKey> = K extends EventKey
  ? BodyOf<K> & { id: number }
  : never

export * from './caseless.ts'
export * from './code-samples.ts'
export * from './constants.ts'
export * from './endpoint.ts'
export * from './endpoints/alert-words.ts'
export * from './endpoints/channels.ts'
export * from './endpoints/default-channel-groups.ts'
export * from './endpoints/events.ts'
export * from './endpoints/integrations.ts'
export * from './endpoints/messages.ts'
export * from './endpoints/profile-fields.ts'
export * from './endpoints/user-groups.ts'
export * from './endpoints/user-status.ts'
export * from './errors.ts'
export * from './event-key.ts'
export * from './example.ts'
export * from './objects/attachments.ts'
export * from './objects/bots.ts'
export * from './objects/channels.ts'
export * from './objects/drafts.ts'
export * from './objects/exports.ts'
export * from './objects/groups.ts'
export * from './objects/linkifiers.ts'
export * from './objects/messages.ts'
export * from './objects/organization.ts'
export * from './objects/outgoing-webhooks.ts'
export * from './objects/pictures.ts'
export * from './objects/presence.ts'
export * from './objects/profile-fields.ts'
export * from './objects/realm.ts'
export * from './objects/scheduled-messages.ts'
export * from './objects/topics.ts'
export * from './objects/user-settings.ts'
export * from './objects/user-status.ts'
export * from './objects/users.ts'
export * from './param.ts'
export * from './permissions.ts'
export type { EventDeclaration }
