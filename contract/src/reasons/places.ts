import type { ReasonTable } from './declare.ts'

/** Reasons of channels, default channels and topic preferences. */
export const placesReasons = {
  // Also for hidden channels, so that nobody learns that they exist.
  'channel-not-found': { kind: 'BadRequest', text: 'Channel not found.' },
  'channel-name-empty': { kind: 'BadRequest', text: "A channel name can't be empty." },
  'channel-name-too-long': { kind: 'BadRequest', text: 'A channel name must be at most {max} characters.' },
  'channel-name-invalid': {
    kind: 'BadRequest',
    text: 'Invalid character in channel name, at position {position}.',
  },
  'channel-creation-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to create this type of channel.",
  },
  'channel-creation-limit-exceeded': {
    kind: 'BadRequest',
    parameter: 'subscriptions',
    text: 'must have at most {max} new channels.',
  },
  'channel-retention-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only administrators can set message retention.',
  },
  'channel-retention-invalid': {
    kind: 'ParameterInvalid',
    text: "message_retention_days can't be {value}.",
  },
  'channel-email-sender-denied': {
    kind: 'BadRequest',
    parameter: 'sender_id',
    text: 'must be you or a bot that you administer.',
  },
  'channel-reference-ambiguous': {
    kind: 'ParametersExclusive',
    text: 'Send only one of these parameters: {parameters}.',
  },
  'channel-reference-missing': {
    kind: 'BadRequest',
    parameter: 'stream_id',
    text: 'the channel is missing.',
  },

  'web-public-channel-private': { kind: 'BadRequest', text: "A private channel can't be web-public." },
  'web-public-channels-disabled': {
    kind: 'BadRequest',
    text: 'Web-public channels are disabled in this organization.',
  },
  'web-public-channel-creation-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to create web-public channels.",
  },

  'default-channel-private': { kind: 'BadRequest', text: "A private channel can't be a default channel." },
  'default-channel-creation-denied': {
    kind: 'BadRequest',
    text: 'Only administrators can create default channels.',
  },

  'subscription-missing': { kind: 'BadRequest', text: "You're not subscribed to this channel." },
  'subscription-denied': { kind: 'BadRequest', text: "You don't have permission to subscribe to {channel}." },
  'subscription-of-others-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to add others to {channel}.",
  },
  'subscription-removal-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to remove others from these channels.",
  },
  'subscription-change-empty': {
    kind: 'BadRequest',
    text: "There is nothing to change: 'add' and 'delete' are both empty.",
  },
  'subscription-property-invalid': {
    kind: 'BadRequest',
    parameter: 'value',
    text: 'this is not a valid value for {property}.',
  },

  'default-channel-group-not-found': { kind: 'BadRequest', text: 'Default channel group not found.' },
  'default-channel-group-change-empty': {
    kind: 'BadRequest',
    text: "There is nothing to change: send 'new_group_name' or 'new_description'.",
  },
  'default-channel-group-name-empty': { kind: 'BadRequest', text: 'A default channel group needs a name.' },
  'default-channel-group-name-too-long': {
    kind: 'BadRequest',
    text: 'The name of a default channel group must be at most {max} characters.',
  },
  'default-channel-group-name-taken': {
    kind: 'BadRequest',
    text: "A default channel group named '{name}' already exists.",
  },
  'default-channel-group-has-channel': {
    kind: 'BadRequest',
    parameter: 'stream_names',
    text: '{channel} is already in this group.',
  },
  'default-channel-group-lacks-channel': {
    kind: 'BadRequest',
    parameter: 'stream_names',
    text: "{channel} isn't in this group.",
  },
  'default-channel-group-channel-is-default': {
    kind: 'BadRequest',
    parameter: 'stream_names',
    text: '{channel} is already a default channel.',
  },

  'inbound-email-disabled': { kind: 'BadRequest', text: 'This server receives no email.' },

  'channel-folder-not-found': { kind: 'BadRequest', text: 'Channel folder not found.' },
  'channel-folder-archived': { kind: 'BadRequest', text: 'This channel folder is archived.' },
  'channel-folder-management-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to manage channel folders.",
  },
  'channel-folder-name-invalid': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'enter a name of at most {max} characters.',
  },
  'channel-folder-name-taken': {
    kind: 'BadRequest',
    parameter: 'name',
    text: "a channel folder named '{name}' already exists.",
  },
  'channel-folder-description-too-long': {
    kind: 'BadRequest',
    parameter: 'description',
    text: 'a description must be at most {max} characters.',
  },
  'channel-folder-limit-reached': {
    kind: 'BadRequest',
    text: 'An organization can have at most {max} channel folders, including archived ones.',
  },
  'channel-folder-order-invalid': {
    kind: 'BadRequest',
    parameter: 'order',
    text: 'list each channel folder once.',
  },

  'topic-name-too-long': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'a topic must be at most {max} characters.',
  },
} as const satisfies ReasonTable
