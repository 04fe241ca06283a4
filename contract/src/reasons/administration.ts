import type { ReasonTable } from './declare.ts'

/** Reasons of accounts, bots, user groups, integrations, and the settings of channels and organizations. */
export const administrationReasons = {
  // Accounts
  'account-creation-denied': { kind: 'BadRequest', text: 'This account may not create users.' },
  'account-change-denied': { kind: 'BadRequest', text: 'Only administrators may change other accounts.' },
  'account-profile-missing': { kind: 'BadRequest', parameter: 'profile_data', text: 'bots have no profile.' },
  'account-already-deactivated': { kind: 'BadRequest', text: 'This account is deactivated already.' },
  'account-deactivation-denied': { kind: 'BadRequest', text: 'Only administrators may deactivate accounts.' },
  'account-deactivation-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners may deactivate owners.',
  },
  'account-is-only-owner': { kind: 'BadRequest', text: 'The only owner of the organization must stay.' },
  'own-account-is-only-owner': { kind: 'LastUser', text: 'The only owner of the organization must stay.' },
  'own-account-is-only-user': { kind: 'LastUser', text: 'The only account of the organization must stay.' },
  'account-reactivation-denied': { kind: 'BadRequest', text: 'Only administrators may reactivate accounts.' },

  // Bots
  'bot-short-name-empty': { kind: 'BadRequest', parameter: 'short_name', text: 'a bot needs a short name.' },
  'bot-type-unsupported': {
    kind: 'BadRequest',
    parameter: 'bot_type',
    text: 'this server has no embedded bots.',
  },
  'bot-type-not-found': { kind: 'BadRequest', parameter: 'bot_type', text: 'there is no such type of bot.' },
  'bot-integration-not-found': {
    kind: 'BadRequest',
    parameter: 'service_name',
    text: 'there is no such integration.',
  },
  'bot-option-missing': {
    kind: 'BadRequest',
    parameter: 'config_data',
    text: "'{key}' is missing ({label}).",
  },
  'bot-payload-url-unused': {
    kind: 'BadRequest',
    parameter: 'service_payload_url',
    text: 'only outgoing webhook bots are called.',
  },

  // User groups
  'user-group-not-found': { kind: 'BadRequest', text: 'There is no user group {group}.' },
  'user-group-deactivated': { kind: 'BadRequest', text: 'The user group {group} is deactivated.' },
  'user-group-in-use': { kind: 'GroupInUse', text: 'The user group {group} is in use.' },
  'user-group-creation-denied': { kind: 'BadRequest', text: 'You may not create user groups.' },
  'user-group-change-denied': { kind: 'BadRequest', text: 'You may not do this to the user group {group}.' },
  'user-group-change-empty': { kind: 'BadRequest', text: 'Nothing to change was given.' },
  'user-group-name-empty': { kind: 'BadRequest', parameter: 'name', text: 'a user group needs a name.' },
  'user-group-name-too-long': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'names must be at most {max} characters.',
  },
  'user-group-name-reserved': {
    kind: 'BadRequest',
    parameter: 'name',
    text: "a name cannot begin with '{prefix}'.",
  },
  'user-group-name-taken': { kind: 'BadRequest', parameter: 'name', text: "there is a user group '{name}'." },
  'user-group-member-not-found': { kind: 'BadRequest', text: 'There is no active user {user}.' },
  'user-group-membership-change-empty': {
    kind: 'BadRequest',
    text: 'Nothing to add or to remove was given.',
  },
  'user-group-has-member': { kind: 'BadRequest', text: 'User {user} is in the group already.' },
  'user-group-lacks-member': { kind: 'BadRequest', text: 'User {user} is not in the group.' },
  'user-group-has-subgroup': { kind: 'BadRequest', text: 'Group {group} is a subgroup already.' },
  'user-group-lacks-subgroup': { kind: 'BadRequest', text: 'Group {group} is not a subgroup.' },
  'user-group-subgroup-circular': { kind: 'BadRequest', text: 'Group {group} contains this group.' },

  // Channels
  'channel-administration-denied': { kind: 'BadRequest', text: 'You may not administer this channel.' },
  'channel-name-unchanged': { kind: 'BadRequest', parameter: 'new_name', text: 'this is the name it has.' },
  'channel-name-taken': {
    kind: 'BadRequest',
    parameter: 'new_name',
    text: "there is a channel named '{channel}'.",
  },
  'channel-permission-denied': {
    kind: 'BadRequest',
    text: '{permission}: you cannot open a channel to others that is closed to you.',
  },
  'channel-privacy-denied': {
    kind: 'BadRequest',
    text: 'You cannot change who may read this channel, because you may not.',
  },
  'channel-privacy-kind-denied': { kind: 'BadRequest', text: 'You may not make channels of this kind.' },
  'channel-privacy-web-public-denied': { kind: 'BadRequest', text: 'You may not make channels web-public.' },
  'channel-privacy-default-channel': { kind: 'BadRequest', text: 'A default channel cannot be private.' },
  'channel-privacy-moderation-channel': {
    kind: 'BadRequest',
    text: 'The channel for moderation requests must be private.',
  },
  'channel-history-public': {
    kind: 'BadRequest',
    parameter: 'history_public_to_subscribers',
    text: 'the history of a public channel is open to all.',
  },
  'channel-retention-change-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only administrators may change how long messages are kept.',
  },
  'channel-already-archived': { kind: 'BadRequest', text: 'This channel is archived.' },
  'channel-not-archived': { kind: 'BadRequest', text: 'This channel is not archived.' },
  'channel-unarchiving-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only administrators may unarchive channels.',
  },
  'channel-unarchiving-abandoned': {
    kind: 'BadRequest',
    text: 'A private channel that nobody was ever in cannot be unarchived.',
  },
  'default-channel-change-denied': {
    kind: 'BadRequest',
    text: 'Only administrators may choose default channels.',
  },
  'default-channel-unavailable': {
    kind: 'BadRequest',
    text: 'A private or archived channel cannot be a default channel.',
  },

  // Organization
  'organization-setting-denied': {
    kind: 'UnauthorizedPrincipal',
    text: '{setting}: only owners may change this.',
  },
  'organization-setting-invalid': { kind: 'ParameterInvalid', text: '{setting} cannot be {value}.' },
  'organization-setting-channel-not-found': {
    kind: 'BadRequest',
    text: '{setting}: there is no such channel.',
  },
  'organization-moderation-channel-public': {
    kind: 'BadRequest',
    parameter: 'moderation_request_channel_id',
    text: 'the channel for moderation requests must be private.',
  },
  'organization-meeting-url-invalid': {
    kind: 'BadRequest',
    parameter: 'jitsi_server_url',
    text: 'this is not the address of a web page.',
  },
  'organization-login-method-not-found': {
    kind: 'BadRequest',
    parameter: 'authentication_methods',
    text: 'there is no way to log in named {method}.',
  },
  'organization-login-method-missing': {
    kind: 'BadRequest',
    parameter: 'authentication_methods',
    text: 'at least one way to log in must be allowed.',
  },
  'organization-address-fixed': {
    kind: 'BadRequest',
    parameter: 'string_id',
    text: 'the address of this organization cannot be changed.',
  },
  'organization-deletion-too-early': {
    kind: 'BadRequest',
    parameter: 'deletion_delay_days',
    text: 'it takes at least {min} days.',
  },
  'organization-deletion-too-late': {
    kind: 'BadRequest',
    parameter: 'deletion_delay_days',
    text: 'it takes at most {max} days.',
  },
  'onboarding-reminder-unavailable': {
    kind: 'BadRequest',
    parameter: 'schedule_navigation_tour_video_reminder_delay',
    text: 'only of the tour can one be reminded.',
  },

  // Linkifiers and playgrounds
  'linkifier-not-found': { kind: 'BadRequest', text: 'There is no such linkifier.' },
  'linkifier-order-incomplete': {
    kind: 'BadRequest',
    parameter: 'ordered_linkifier_ids',
    text: 'name every linkifier once.',
  },
  'linkifier-pattern-empty': { kind: 'FieldsInvalid', parameter: 'pattern', text: 'there is no pattern.' },
  'linkifier-pattern-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'pattern',
    text: 'this is not a regular expression of the RE2 dialect.',
  },
  'linkifier-pattern-taken': { kind: 'FieldsInvalid', parameter: 'pattern', text: 'there is one like this.' },
  'linkifier-url-empty': { kind: 'FieldsInvalid', parameter: 'url_template', text: 'there is no address.' },
  'linkifier-url-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'this is not a URL template (RFC 6570).',
  },
  'linkifier-url-scheme-unsupported': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'the address must start with https://, http://, mailto: or /.',
  },
  'linkifier-names-mismatch': {
    kind: 'FieldsInvalid',
    text: 'The pattern and the address must have the same names: {names}.',
  },
  'playground-not-found': { kind: 'BadRequest', text: 'There is no such playground.' },
  'playground-name-empty': { kind: 'FieldsInvalid', parameter: 'name', text: 'there is no name.' },
  'playground-name-taken': {
    kind: 'FieldsInvalid',
    text: 'There is a playground of this name for the language.',
  },
  'playground-language-too-long': {
    kind: 'BadRequest',
    text: 'highlight_language has at most {max} characters.',
  },
  'playground-language-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'highlight_language',
    text: 'this is not the name of a language.',
  },
  'playground-url-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'the address needs the variable "code" and no other.',
  },
  'playground-url-scheme-unsupported': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'the address must start with https:// or http://.',
  },

  // Integrations
  'integration-not-found': { kind: 'NotFound', text: 'There is no such integration. There are: {names}.' },
  'integration-channel-missing': {
    kind: 'BadRequest',
    parameter: 'stream',
    text: 'name a channel. This bot has no owner to whom it could write.',
  },
  'integration-payload-too-large': {
    kind: 'PayloadTooLarge',
    text: 'The payload is larger than {max} bytes.',
  },
  'integration-payload-too-deep': { kind: 'InvalidJson', text: 'The payload has more than {max} levels.' },
  'integration-payload-not-json': { kind: 'InvalidJson', text: 'The payload is not valid JSON.' },
  'integration-payload-not-object': { kind: 'PayloadAnomalous', text: '{service} sends a JSON object.' },
  'integration-event-missing': {
    kind: 'EventHeaderMissing',
    text: 'The header {header} must say which event this is.',
  },
} as const satisfies ReasonTable
