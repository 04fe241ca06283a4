import * as bulkDeletionEndpoints from '../endpoints/bulk-deletions.ts'
import * as callEndpoints from '../endpoints/calls.ts'
import * as channelChangeEndpoints from '../endpoints/channel-changes.ts'
import * as channelEndpoints from '../endpoints/channels.ts'
import * as defaultGroupEndpoints from '../endpoints/default-channel-groups.ts'
import * as draftEndpoints from '../endpoints/drafts.ts'
import * as eventEndpoints from '../endpoints/events.ts'
import * as folderEndpoints from '../endpoints/folders.ts'
import * as gifEndpoints from '../endpoints/gifs.ts'
import * as interactionEndpoints from '../endpoints/interactions.ts'
import * as laterEndpoints from '../endpoints/later.ts'
import * as messageChangeEndpoints from '../endpoints/message-changes.ts'
import * as messageEndpoints from '../endpoints/messages.ts'
import * as moderationEndpoints from '../endpoints/moderation.ts'
import * as pinEndpoints from '../endpoints/pins.ts'
import * as reactionEndpoints from '../endpoints/reactions.ts'
import * as readReceiptEndpoints from '../endpoints/read-receipts.ts'
import * as savedSearchEndpoints from '../endpoints/saved-searches.ts'
import * as scheduledMessageEndpoints from '../endpoints/scheduled-messages.ts'
import * as submessageEndpoints from '../endpoints/submessages.ts'
import * as typingEndpoints from '../endpoints/typing.ts'
import * as uploadEndpoints from '../endpoints/uploads.ts'
import * as userTopicEndpoints from '../endpoints/user-topics.ts'
import * as videoProviderEndpoints from '../endpoints/video-providers.ts'

/** Endpoints about channels, messages and events. */
export const conversationAreas = {
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
  gifs: {
    getGifs: gifEndpoints.getGifs,
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
  moderation: {
    reportMessage: moderationEndpoints.reportMessage,
    getMessageReports: moderationEndpoints.getMessageReports,
    updateMessageReport: moderationEndpoints.updateMessageReport,
    hideMessage: moderationEndpoints.hideMessage,
    unhideMessage: moderationEndpoints.unhideMessage,
    getHiddenMessage: moderationEndpoints.getHiddenMessage,
  },
  bulkDeletions: {
    startBulkDeletion: bulkDeletionEndpoints.startBulkDeletion,
    getBulkDeletions: bulkDeletionEndpoints.getBulkDeletions,
    undoBulkDeletion: bulkDeletionEndpoints.undoBulkDeletion,
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
  savedSearches: {
    getSavedSearches: savedSearchEndpoints.getSavedSearches,
    createSavedSearch: savedSearchEndpoints.createSavedSearch,
    editSavedSearch: savedSearchEndpoints.editSavedSearch,
    deleteSavedSearch: savedSearchEndpoints.deleteSavedSearch,
  },
  uploads: {
    uploadFile: uploadEndpoints.uploadFile,
    getFileUrl: uploadEndpoints.getFileUrl,
    getAttachments: uploadEndpoints.getAttachments,
    deleteAttachment: uploadEndpoints.deleteAttachment,
  },
  userTopics: {
    updateUserTopic: userTopicEndpoints.updateUserTopic,
    updateMutedTopics: userTopicEndpoints.updateMutedTopics,
  },
  calls: {
    getCalls: callEndpoints.getCalls,
    startCall: callEndpoints.startCall,
    joinCall: callEndpoints.joinCall,
    updateCallParticipant: callEndpoints.updateCallParticipant,
    leaveCall: callEndpoints.leaveCall,
    sendCallSignal: callEndpoints.sendCallSignal,
    declineCall: callEndpoints.declineCall,
  },
  videoProviders: {
    createBigBlueButtonCall: videoProviderEndpoints.createBigBlueButtonCall,
    createZoomCall: videoProviderEndpoints.createZoomCall,
    disconnectZoom: videoProviderEndpoints.disconnectZoom,
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
