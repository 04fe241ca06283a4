import type { ReasonTable } from './declare.ts'

/** Reasons of sending, fetching, editing, moving and deleting messages, and of their flags. */
export const messagesReasons = {
  // Content and destination of messages
  'message-content-empty': { kind: 'BadRequest', parameter: 'content', text: "a message can't be empty." },
  'message-render-timeout': { kind: 'BadRequest', text: 'This takes too long to render.' },
  'message-source-too-long': { kind: 'BadRequest', text: 'This is too long to render.' },
  'message-html-too-long': { kind: 'BadRequest', text: 'This is too long when rendered.' },
  'message-sender-denied': {
    kind: 'BadRequest',
    text: '{parameter}: you can only send messages as yourself.',
  },
  'message-topic-missing': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'a channel message needs a topic.',
  },
  'message-topic-required': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'messages need a topic in this organization.',
  },
  'topic-name-invalid': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'invalid character at position {position}.',
  },
  'message-channel-reference-invalid': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'specify one channel, by its name or ID.',
  },
  'channel-id-unknown': { kind: 'ChannelIdUnknown', text: 'Channel with ID {id} not found.' },
  'channel-name-unknown': { kind: 'ChannelNameUnknown', text: "Channel '{name}' not found." },
  'channel-posting-denied': { kind: 'BadRequest', text: "You don't have permission to post in '{channel}'." },
  'message-recipients-invalid': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'list the recipients by ID or email address.',
  },
  'message-recipients-mixed': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'list the recipients by ID or email address, not mixed.',
  },
  'message-recipients-too-many': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'must have at most {max} recipients.',
  },
  'message-recipients-empty': { kind: 'BadRequest', parameter: 'to', text: 'a message needs a recipient.' },
  'recipient-ids-missing': { kind: 'BadRequest', parameter: 'to', text: 'list the recipients by ID.' },
  'message-recipient-not-found': { kind: 'BadRequest', parameter: 'to', text: 'user {user} not found.' },
  'message-recipient-deactivated': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'a recipient has been deactivated.',
  },
  'direct-messages-disabled': {
    kind: 'BadRequest',
    text: 'Direct messages are disabled in this organization.',
  },
  'direct-messages-restricted': {
    kind: 'BadRequest',
    text: 'Direct messages are restricted in this organization.',
  },
  'direct-conversation-creation-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to start direct conversations in this organization.",
  },
  'channel-wildcard-mention-denied': {
    kind: 'ChannelWildcardNotAllowed',
    text: "You don't have permission to mention everyone in this channel.",
  },
  'topic-wildcard-mention-denied': {
    kind: 'TopicWildcardNotAllowed',
    text: "You don't have permission to mention everyone in this topic.",
  },
  'here-mention-denied': {
    kind: 'TopicWildcardNotAllowed',
    text: "You don't have permission to mention everyone who is here now.",
  },
  'group-mention-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to mention the group '{group}'.",
  },

  // Fetching messages. The sentences of kind BadNarrow begin with the same words; `desc` is the rest.
  'message-selection-ambiguous': {
    kind: 'ParametersExclusive',
    text: 'Send only one of these parameters: {parameters}.',
  },
  'message-anchor-missing': { kind: 'BadRequest', text: "Missing 'anchor' parameter." },
  'message-fetch-limit-exceeded': {
    kind: 'BadRequest',
    text: 'At most {max} messages can be fetched at once.',
  },
  'message-fetch-anchor-required': {
    kind: 'BadRequest',
    text: 'include_anchor can only be false when fetching in one direction.',
  },
  'spectator-narrow-denied': {
    kind: 'Unauthorized',
    text: 'Without an account you can only read web-public channels.',
  },
  'narrow-operand-not-text': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'this operand must be a string.',
  },
  'narrow-channel-reference-invalid': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'specify one channel, by its name or ID.',
  },
  'narrow-person-reference-invalid': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'specify one user, by email address or ID.',
  },
  'narrow-conversation-invalid': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'list the users of the conversation.',
  },
  'narrow-channel-not-found': {
    kind: 'BadNarrow',
    text: 'Invalid narrow operator: Channel not found.',
  },
  'narrow-channels-operand-unknown': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: Unknown 'channels' operand '{operand}'.",
  },
  'narrow-user-not-found': { kind: 'BadNarrow', text: 'Invalid narrow operator: User not found.' },
  'narrow-message-id-invalid': {
    kind: 'BadNarrow',
    text: 'Invalid narrow operator: This is not a message ID.',
  },
  'narrow-date-invalid': {
    kind: 'BadNarrow',
    text: 'Invalid narrow operator: This is not a date such as 2026-11-01.',
  },
  'narrow-operator-unknown': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: Unknown operator '{operator}'.",
  },
  'narrow-is-operand-unknown': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: Unknown 'is' operand '{operand}'.",
  },
  'narrow-has-operand-unknown': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: Unknown 'has' operand '{operand}'.",
  },
  'narrow-in-operand-unknown': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: Unknown 'in' operand '{operand}'.",
  },
  'narrow-with-repeated': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: There can be only one 'with'.",
  },
  'narrow-with-not-found': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: The message doesn't exist, or you don't have access to it.",
  },
  'narrow-contradictory': {
    kind: 'BadNarrow',
    text: "Invalid narrow operator: A message can't be both in a channel and direct.",
  },
  'narrow-search-empty': {
    kind: 'BadNarrow',
    text: 'Invalid narrow operator: There is nothing to search for.',
  },
  'search-order-words-missing': {
    kind: 'BadRequest',
    parameter: 'search_order',
    text: 'only a narrow with a search term has results by relevance.',
  },
  'search-order-range-invalid': {
    kind: 'BadRequest',
    parameter: 'search_order',
    text: 'results by relevance need an anchor and num_before, with 0 for num_after.',
  },
  'search-too-long': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'a search must have at most {max} characters.',
  },
  'search-phrases-too-many': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'a search must have at most {max} quoted phrases.',
  },
  'search-words-too-many': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: 'a search must have at most {max} words.',
  },

  // Editing, moving and deleting messages. Hidden messages are not found, so that nobody learns that they exist.
  'message-not-found': { kind: 'BadRequest', text: 'Message not found.' },
  'message-read-denied': { kind: 'Unauthorized', text: "You don't have access to this message." },
  'message-history-hidden': {
    kind: 'BadRequest',
    text: 'Edit history is turned off in this organization.',
  },
  'message-change-empty': { kind: 'BadRequest', text: 'There is nothing to change.' },
  'message-editing-disabled': { kind: 'BadRequest', text: "Messages can't be edited in this organization." },
  'message-edit-denied': { kind: 'BadRequest', text: 'You can only edit your own messages.' },
  'message-edit-time-passed': { kind: 'BadRequest', text: 'This message is too old to edit.' },
  'message-edit-moves-channel': {
    kind: 'BadRequest',
    text: "A message can't be edited and moved to another channel at once.",
  },
  'message-edit-has-widget': {
    kind: 'BadRequest',
    text: "Polls and to-do lists can't be edited.",
  },
  'message-move-direct': { kind: 'BadRequest', text: "Direct messages can't be moved." },
  'message-move-missing': {
    kind: 'BadRequest',
    parameter: 'propagate_mode',
    text: 'only a new topic or channel can apply to other messages.',
  },
  'message-move-to-topic-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to move messages to another topic.",
  },
  'message-move-to-channel-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to move messages to another channel.",
  },
  'message-move-time-passed': { kind: 'BadRequest', text: 'This message is too old to move.' },
  'message-move-limit-exceeded': {
    kind: 'MoveLimitExceeded',
    text: 'You can only move the newer messages of this topic.',
  },
  'message-deletion-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to delete this message.",
  },
  'message-deletion-time-passed': { kind: 'BadRequest', text: 'This message is too old to delete.' },
  'topic-resolution-denied': { kind: 'BadRequest', text: "You don't have permission to resolve topics." },
  'topic-resolution-empty': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: "the empty topic can't be resolved.",
  },
  'topic-deletion-denied': { kind: 'UnauthorizedPrincipal', text: 'Only administrators can delete topics.' },

  // Read state and flags
  'readable-channel-not-found': {
    kind: 'BadRequest',
    parameter: 'stream_id',
    text: 'channel not found.',
  },
  'readable-topic-empty': {
    kind: 'BadRequest',
    parameter: 'topic_name',
    text: 'you have no messages in this topic.',
  },
  'message-flag-not-found': { kind: 'BadRequest', parameter: 'flag', text: "unknown flag '{flag}'." },
  'message-flag-read-only': { kind: 'BadRequest', parameter: 'flag', text: "'{flag}' can't be changed." },
  'message-flag-message-not-found': {
    kind: 'BadRequest',
    parameter: 'messages',
    text: 'message not found.',
  },
  'message-flag-limit-exceeded': {
    kind: 'BadRequest',
    parameter: 'messages',
    text: 'must have at most {max} elements for this flag.',
  },
  'message-flag-anchor-required': {
    kind: 'BadRequest',
    text: 'include_anchor can only be false when changing in one direction.',
  },
  'read-receipts-disabled': {
    kind: 'BadRequest',
    text: 'Read receipts are turned off in this organization.',
  },
} as const satisfies ReasonTable

/** For endpoints that render a message. */
export const renderReasons = [
  'message-render-timeout',
  'message-source-too-long',
  'message-html-too-long',
] as const

/** For endpoints that write or edit a message. */
export const mentionReasons = [
  'channel-wildcard-mention-denied',
  'topic-wildcard-mention-denied',
  'here-mention-denied',
  'group-mention-denied',
  'new-account-wildcard-denied',
  'new-account-mentions-too-many',
  'new-account-links-too-many',
] as const

/** For endpoints that send a message to a channel. */
export const channelMessageReasons = [
  'message-content-empty',
  'message-topic-missing',
  'message-topic-required',
  'topic-name-invalid',
  'channel-id-unknown',
  'channel-posting-denied',
  'new-account-messages-too-fast',
  ...mentionReasons,
  ...renderReasons,
] as const

/** For endpoints that send a message to a channel, which can be named, or to people. */
export const sendReasons = [
  ...channelMessageReasons,
  'message-channel-reference-invalid',
  'channel-name-unknown',
  'channel-name-empty',
  'channel-name-too-long',
  'channel-name-invalid',
  'message-recipients-invalid',
  'message-recipients-mixed',
  'message-recipients-too-many',
  'message-recipients-empty',
  'message-recipient-not-found',
  'message-recipient-deactivated',
  'direct-messages-disabled',
  'direct-messages-restricted',
  'direct-conversation-creation-denied',
  'new-account-strangers-too-many',
] as const

/** For endpoints about editing the text of a message. */
export const editReasons = [
  'message-editing-disabled',
  'message-edit-denied',
  'message-edit-time-passed',
  'message-edit-hidden',
] as const

/** For endpoints that take a narrow. */
export const narrowReasons = [
  'narrow-operand-not-text',
  'narrow-channel-reference-invalid',
  'narrow-person-reference-invalid',
  'narrow-conversation-invalid',
  'narrow-channel-not-found',
  'narrow-channels-operand-unknown',
  'narrow-user-not-found',
  'narrow-message-id-invalid',
  'narrow-date-invalid',
  'narrow-operator-unknown',
  'narrow-is-operand-unknown',
  'narrow-has-operand-unknown',
  'narrow-in-operand-unknown',
  'narrow-with-repeated',
  'narrow-with-not-found',
  'narrow-contradictory',
  'narrow-search-empty',
  'search-too-long',
  'search-phrases-too-many',
  'search-words-too-many',
] as const
