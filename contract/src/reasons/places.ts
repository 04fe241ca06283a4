import type { ReasonTable } from './declare.ts'

/** Reasons of channels, default channels and topic preferences. */
export const placesReasons = {
  // Also for hidden channels, so that nobody learns that they exist.
  'channel-not-found': { kind: 'BadRequest', text: 'There is no such channel.' },
  'channel-name-empty': { kind: 'BadRequest', text: 'A channel name cannot be empty.' },
  'channel-name-too-long': { kind: 'BadRequest', text: 'A channel name has at most {max} characters.' },
  'channel-name-invalid': {
    kind: 'BadRequest',
    text: 'Invalid character in channel name, at position {position}.',
  },
  'channel-creation-denied': { kind: 'BadRequest', text: 'You may not create channels of this kind.' },
  'channel-creation-limit-exceeded': {
    kind: 'BadRequest',
    parameter: 'subscriptions',
    text: 'must have at most {max} channels that do not exist.',
  },
  'channel-retention-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only administrators may set how long a channel keeps its messages.',
  },
  'channel-retention-invalid': {
    kind: 'ParameterInvalid',
    text: 'message_retention_days cannot be {value}.',
  },
  'channel-email-sender-denied': {
    kind: 'BadRequest',
    parameter: 'sender_id',
    text: 'this must be you or a bot that you administer.',
  },
  'channel-reference-ambiguous': {
    kind: 'ParametersExclusive',
    text: 'Only one way to name a channel at a time: {parameters}.',
  },
  'channel-reference-missing': {
    kind: 'BadRequest',
    parameter: 'stream_id',
    text: 'the channel is missing.',
  },

  'web-public-channel-private': { kind: 'BadRequest', text: 'A private channel cannot be web-public.' },
  'web-public-channels-disabled': { kind: 'BadRequest', text: 'Web-public channels are not enabled.' },
  'web-public-channel-creation-denied': {
    kind: 'BadRequest',
    text: 'You may not create web-public channels.',
  },

  'default-channel-private': { kind: 'BadRequest', text: 'A private channel cannot be a default channel.' },
  'default-channel-creation-denied': {
    kind: 'BadRequest',
    text: 'Only administrators may create default channels.',
  },

  'subscription-missing': { kind: 'BadRequest', text: 'You are not subscribed to this channel.' },
  'subscription-denied': { kind: 'BadRequest', text: 'You may not subscribe to {channel}.' },
  'subscription-of-others-denied': { kind: 'BadRequest', text: 'You may not add others to {channel}.' },
  'subscription-removal-denied': {
    kind: 'BadRequest',
    text: 'You may not remove others from these channels.',
  },
  'subscription-change-empty': {
    kind: 'BadRequest',
    text: "Nothing to do: 'add' and 'delete' are both empty.",
  },
  'subscription-property-invalid': {
    kind: 'BadRequest',
    parameter: 'value',
    text: '{property} cannot be this.',
  },

  'default-channel-group-not-found': { kind: 'BadRequest', text: 'There is no such default channel group.' },
  'default-channel-group-change-empty': {
    kind: 'BadRequest',
    text: "Nothing to change: send 'new_group_name' or 'new_description'.",
  },
  'default-channel-group-name-empty': { kind: 'BadRequest', text: 'A default channel group needs a name.' },
  'default-channel-group-name-too-long': {
    kind: 'BadRequest',
    text: 'The name of a default channel group has at most {max} characters.',
  },
  'default-channel-group-name-taken': {
    kind: 'BadRequest',
    text: "There is a default channel group named '{name}'.",
  },
  'default-channel-group-has-channel': {
    kind: 'BadRequest',
    parameter: 'stream_names',
    text: '{channel} is in this group.',
  },
  'default-channel-group-lacks-channel': {
    kind: 'BadRequest',
    parameter: 'stream_names',
    text: '{channel} is not in this group.',
  },
  'default-channel-group-channel-is-default': {
    kind: 'BadRequest',
    parameter: 'stream_names',
    text: '{channel} is a default channel.',
  },

  'topic-name-too-long': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'a topic has at most {max} characters.',
  },
} as const satisfies ReasonTable
