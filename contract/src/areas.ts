import * as alertWordEndpoints from './endpoints/alert-words.ts'
import * as auditEndpoints from './endpoints/audit.ts'
import * as botEndpoints from './endpoints/bots.ts'
import * as channelChangeEndpoints from './endpoints/channel-changes.ts'
import * as channelEndpoints from './endpoints/channels.ts'
import * as dataCopyEndpoints from './endpoints/data-copies.ts'
import * as defaultGroupEndpoints from './endpoints/default-channel-groups.ts'
import * as deviceEndpoints from './endpoints/devices.ts'
import * as discoveryEndpoints from './endpoints/discovery.ts'
import * as domainEndpoints from './endpoints/domains.ts'
import * as draftEndpoints from './endpoints/drafts.ts'
import * as erasureEndpoints from './endpoints/erasure.ts'
import * as eventEndpoints from './endpoints/events.ts'
import * as exportEndpoints from './endpoints/exports.ts'
import * as externalLoginEndpoints from './endpoints/external-login.ts'
import * as feedEndpoints from './endpoints/feeds.ts'
import * as folderEndpoints from './endpoints/folders.ts'
import * as importEndpoints from './endpoints/imports.ts'
import * as integrationEndpoints from './endpoints/integrations.ts'
import * as interactionEndpoints from './endpoints/interactions.ts'
import * as invitationEndpoints from './endpoints/invitations.ts'
import * as laterEndpoints from './endpoints/later.ts'
import * as legalHoldEndpoints from './endpoints/legal-holds.ts'
import * as linkifierEndpoints from './endpoints/linkifiers.ts'
import * as messageChangeEndpoints from './endpoints/message-changes.ts'
import * as messageEndpoints from './endpoints/messages.ts'
import * as mutedUserEndpoints from './endpoints/muted-users.ts'
import * as onboardingEndpoints from './endpoints/onboarding.ts'
import * as organizationEndpoints from './endpoints/organization.ts'
import * as pictureEndpoints from './endpoints/pictures.ts'
import * as pinEndpoints from './endpoints/pins.ts'
import * as presenceEndpoints from './endpoints/presence.ts'
import * as profileFieldEndpoints from './endpoints/profile-fields.ts'
import * as reactionEndpoints from './endpoints/reactions.ts'
import * as readReceiptEndpoints from './endpoints/read-receipts.ts'
import * as realmEndpoints from './endpoints/realm.ts'
import * as scheduledMessageEndpoints from './endpoints/scheduled-messages.ts'
import * as scimEndpoints from './endpoints/scim.ts'
import * as secondFactorEndpoints from './endpoints/second-factors.ts'
import * as serverEndpoints from './endpoints/server.ts'
import * as serverStatusEndpoints from './endpoints/server-status.ts'
import * as settingEndpoints from './endpoints/settings.ts'
import * as signInEndpoints from './endpoints/sign-in.ts'
import * as signInPolicyEndpoints from './endpoints/sign-in-policy.ts'
import * as statisticsEndpoints from './endpoints/statistics.ts'
import * as submessageEndpoints from './endpoints/submessages.ts'
import * as tokenEndpoints from './endpoints/tokens.ts'
import * as typingEndpoints from './endpoints/typing.ts'
import * as uploadEndpoints from './endpoints/uploads.ts'
import * as userGroupEndpoints from './endpoints/user-groups.ts'
import * as userStatusEndpoints from './endpoints/user-status.ts'
import * as userTopicEndpoints from './endpoints/user-topics.ts'
import * as userEndpoints from './endpoints/users.ts'
import * as webPushEndpoints from './endpoints/web-push.ts'

/** Every endpoint, by area. The server does not compile unless it implements each area completely. */
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
    unsubscribeFromEmails: signInEndpoints.unsubscribeFromEmails,
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
  feeds: {
    getFeeds: feedEndpoints.getFeeds,
    addFeed: feedEndpoints.addFeed,
    removeFeed: feedEndpoints.removeFeed,
    getChannelFeeds: feedEndpoints.getChannelFeeds,
    addChannelFeed: feedEndpoints.addChannelFeed,
    removeChannelFeed: feedEndpoints.removeChannelFeed,
  },
  integrations: {
    checkIntegration: integrationEndpoints.checkIntegration,
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
    getSubscriberCounts: channelEndpoints.getSubscriberCounts,
    getChannelEmail: channelEndpoints.getChannelEmail,
    replaceChannelEmail: channelEndpoints.replaceChannelEmail,
    getTopics: channelEndpoints.getTopics,
    addDefaultChannel: channelEndpoints.addDefaultChannel,
    removeDefaultChannel: channelEndpoints.removeDefaultChannel,
  },
  channelChanges: {
    updateChannel: channelChangeEndpoints.updateChannel,
    archiveChannel: channelChangeEndpoints.archiveChannel,
  },
  channelFolders: {
    getChannelFolders: folderEndpoints.getChannelFolders,
    createChannelFolder: folderEndpoints.createChannelFolder,
    reorderChannelFolders: folderEndpoints.reorderChannelFolders,
    updateChannelFolder: folderEndpoints.updateChannelFolder,
    arrangeChannelFolders: folderEndpoints.arrangeChannelFolders,
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
  pins: {
    getPinnedMessages: pinEndpoints.getPinnedMessages,
    pinMessage: pinEndpoints.pinMessage,
    unpinMessage: pinEndpoints.unpinMessage,
    getBookmarks: pinEndpoints.getBookmarks,
    addBookmark: pinEndpoints.addBookmark,
    reorderBookmarks: pinEndpoints.reorderBookmarks,
    editBookmark: pinEndpoints.editBookmark,
    removeBookmark: pinEndpoints.removeBookmark,
  },
  submessages: {
    addSubmessage: submessageEndpoints.addSubmessage,
  },
  interactions: {
    interact: interactionEndpoints.interact,
    updateComponents: interactionEndpoints.updateComponents,
    sendEphemeralMessage: interactionEndpoints.sendEphemeralMessage,
    getBotCommands: interactionEndpoints.getBotCommands,
    runBotCommand: interactionEndpoints.runBotCommand,
    setBotCommands: interactionEndpoints.setBotCommands,
    respondToInteraction: interactionEndpoints.respondToInteraction,
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
  later: {
    getLaterItems: laterEndpoints.getLaterItems,
    addLaterItem: laterEndpoints.addLaterItem,
    editLaterItem: laterEndpoints.editLaterItem,
    deleteLaterItem: laterEndpoints.deleteLaterItem,
  },
  tokens: {
    getTokens: tokenEndpoints.getTokens,
    createToken: tokenEndpoints.createToken,
    revokeToken: tokenEndpoints.revokeToken,
  },
  secondFactors: {
    getFactors: secondFactorEndpoints.getFactors,
    startTotp: secondFactorEndpoints.startTotp,
    confirmTotp: secondFactorEndpoints.confirmTotp,
    removeTotp: secondFactorEndpoints.removeTotp,
    startPasskey: secondFactorEndpoints.startPasskey,
    addPasskey: secondFactorEndpoints.addPasskey,
    renamePasskey: secondFactorEndpoints.renamePasskey,
    removePasskey: secondFactorEndpoints.removePasskey,
    createRecoveryCodes: secondFactorEndpoints.createRecoveryCodes,
    forgetBrowser: secondFactorEndpoints.forgetBrowser,
    resetFactors: secondFactorEndpoints.resetFactors,
    startProof: secondFactorEndpoints.startProof,
    proveIdentity: secondFactorEndpoints.proveIdentity,
  },
  signInPolicy: {
    getSignInPolicy: signInPolicyEndpoints.getSignInPolicy,
    updateSignInPolicy: signInPolicyEndpoints.updateSignInPolicy,
    signOutUser: signInPolicyEndpoints.signOutUser,
  },
  legalHolds: {
    getLegalHolds: legalHoldEndpoints.getLegalHolds,
    createLegalHold: legalHoldEndpoints.createLegalHold,
    releaseLegalHold: legalHoldEndpoints.releaseLegalHold,
  },
  discovery: {
    getDiscoveryExports: discoveryEndpoints.getDiscoveryExports,
    requestDiscoveryExport: discoveryEndpoints.requestDiscoveryExport,
    deleteDiscoveryExport: discoveryEndpoints.deleteDiscoveryExport,
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
  imports: {
    getImport: importEndpoints.getImport,
    createImport: importEndpoints.createImport,
    startImport: importEndpoints.startImport,
    deleteImport: importEndpoints.deleteImport,
    getImportedUsers: importEndpoints.getImportedUsers,
  },
  statistics: {
    getStatistics: statisticsEndpoints.getStatistics,
  },
  auditLog: {
    getAuditLog: auditEndpoints.getAuditLog,
    getAuditWebhook: auditEndpoints.getAuditWebhook,
    setAuditWebhook: auditEndpoints.setAuditWebhook,
    deleteAuditWebhook: auditEndpoints.deleteAuditWebhook,
  },
  scim: {
    getScim: scimEndpoints.getScim,
    createScimToken: scimEndpoints.createScimToken,
    revokeScimToken: scimEndpoints.revokeScimToken,
  },
  dataCopies: {
    getDataCopy: dataCopyEndpoints.getDataCopy,
    requestDataCopy: dataCopyEndpoints.requestDataCopy,
  },
  erasure: {
    eraseUser: erasureEndpoints.eraseUser,
    getErasure: erasureEndpoints.getErasure,
  },
  serverStatus: {
    getServerStatus: serverStatusEndpoints.getServerStatus,
    retryDeliveries: serverStatusEndpoints.retryDeliveries,
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
  webPush: {
    subscribeToPush: webPushEndpoints.subscribeToPush,
    unsubscribeFromPush: webPushEndpoints.unsubscribeFromPush,
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
