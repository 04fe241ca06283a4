import type { ReasonTable } from './declare.ts'

/** Reasons of accounts, bots, user groups, integrations, and the settings of channels and organizations. */
export const administrationReasons = {
  // Accounts
  'account-creation-denied': { kind: 'BadRequest', text: "You don't have permission to create users." },
  'account-change-denied': { kind: 'BadRequest', text: 'Only administrators can change other accounts.' },
  'account-profile-missing': { kind: 'BadRequest', parameter: 'profile_data', text: 'bots have no profile.' },
  'account-erased': { kind: 'BadRequest', text: 'This person was erased.' },
  'erasure-during-hold': {
    kind: 'BadRequest',
    text: 'A legal hold keeps messages of this organization. Release it before you erase anyone.',
  },
  'erasure-name-wrong': { kind: 'BadRequest', text: 'This is not the name of the person.' },
  'erasure-of-self-denied': { kind: 'BadRequest', text: 'You cannot erase yourself. Ask another owner.' },
  'account-already-deactivated': { kind: 'BadRequest', text: 'This account is already deactivated.' },
  'account-deactivation-denied': { kind: 'BadRequest', text: 'Only administrators can deactivate accounts.' },
  'account-deactivation-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners can deactivate owners.',
  },
  'account-is-only-owner': {
    kind: 'BadRequest',
    text: "The only owner of the organization can't be deactivated.",
  },
  'own-account-is-only-owner': {
    kind: 'LastUser',
    text: "The only owner of the organization can't be deactivated.",
  },
  'own-account-is-only-user': {
    kind: 'LastUser',
    text: "The only account of the organization can't be deactivated.",
  },
  'account-reactivation-denied': { kind: 'BadRequest', text: 'Only administrators can reactivate accounts.' },

  // Bots
  'bot-short-name-empty': { kind: 'BadRequest', parameter: 'short_name', text: 'a bot needs a short name.' },
  'bot-type-unsupported': {
    kind: 'BadRequest',
    parameter: 'bot_type',
    text: 'this server has no embedded bots.',
  },
  'bot-type-not-found': { kind: 'BadRequest', parameter: 'bot_type', text: 'unknown bot type.' },
  'bot-integration-not-found': {
    kind: 'BadRequest',
    parameter: 'service_name',
    text: 'integration not found.',
  },
  'bot-option-missing': {
    kind: 'BadRequest',
    parameter: 'config_data',
    text: "'{key}' is missing ({label}).",
  },
  'bot-payload-url-unused': {
    kind: 'BadRequest',
    parameter: 'service_payload_url',
    text: 'only outgoing webhook bots have a payload URL.',
  },

  // User groups
  'user-group-not-found': { kind: 'BadRequest', text: 'User group {group} not found.' },
  'user-group-deactivated': { kind: 'BadRequest', text: 'User group {group} is deactivated.' },
  'user-group-in-use': { kind: 'GroupInUse', text: 'User group {group} is in use.' },
  'user-group-creation-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to create user groups.",
  },
  'user-group-change-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to change the user group {group} in this way.",
  },
  'user-group-change-empty': { kind: 'BadRequest', text: 'There is nothing to change.' },
  'user-group-name-empty': { kind: 'BadRequest', parameter: 'name', text: 'a user group needs a name.' },
  'user-group-name-too-long': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'names must be at most {max} characters.',
  },
  'user-group-name-reserved': {
    kind: 'BadRequest',
    parameter: 'name',
    text: "names can't start with '{prefix}'.",
  },
  'user-group-name-taken': {
    kind: 'BadRequest',
    parameter: 'name',
    text: "a user group named '{name}' already exists.",
  },
  'user-group-member-not-found': { kind: 'BadRequest', text: 'Active user {user} not found.' },
  'user-group-membership-change-empty': {
    kind: 'BadRequest',
    text: 'There is nothing to add or remove.',
  },
  'user-group-has-member': { kind: 'BadRequest', text: 'User {user} is already in the group.' },
  'user-group-lacks-member': { kind: 'BadRequest', text: 'User {user} is not in the group.' },
  'user-group-has-subgroup': { kind: 'BadRequest', text: 'Group {group} is already a subgroup.' },
  'user-group-lacks-subgroup': { kind: 'BadRequest', text: 'Group {group} is not a subgroup.' },
  'user-group-subgroup-circular': { kind: 'BadRequest', text: 'Group {group} contains this group.' },

  // Channels
  'channel-administration-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to administer this channel.",
  },
  'channel-name-unchanged': {
    kind: 'BadRequest',
    parameter: 'new_name',
    text: "this is already the channel's name.",
  },
  'channel-name-taken': {
    kind: 'BadRequest',
    parameter: 'new_name',
    text: "a channel named '{channel}' already exists.",
  },
  'channel-permission-denied': {
    kind: 'BadRequest',
    text: "{permission}: you can't grant access to a channel that you can't access yourself.",
  },
  'channel-privacy-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to change the privacy of this channel.",
  },
  'channel-privacy-kind-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to create channels of this type.",
  },
  'channel-privacy-web-public-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to make channels web-public.",
  },
  'channel-privacy-default-channel': { kind: 'BadRequest', text: "A default channel can't be private." },
  'channel-privacy-moderation-channel': {
    kind: 'BadRequest',
    text: 'The channel for moderation requests must be private.',
  },
  'channel-history-public': {
    kind: 'BadRequest',
    parameter: 'history_public_to_subscribers',
    text: 'public channels always have a public history.',
  },
  'channel-retention-change-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only administrators can change message retention.',
  },
  'channel-already-archived': { kind: 'BadRequest', text: 'This channel is already archived.' },
  'channel-not-archived': { kind: 'BadRequest', text: "This channel isn't archived." },
  'channel-unarchiving-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only administrators can unarchive channels.',
  },
  'channel-unarchiving-abandoned': {
    kind: 'BadRequest',
    text: "A private channel that never had subscribers can't be unarchived.",
  },
  'default-channel-change-denied': {
    kind: 'BadRequest',
    text: 'Only administrators can change default channels.',
  },
  'default-channel-unavailable': {
    kind: 'BadRequest',
    text: "A private or archived channel can't be a default channel.",
  },

  // Organization
  'organization-setting-denied': {
    kind: 'UnauthorizedPrincipal',
    text: '{setting}: only owners can change this.',
  },
  'organization-setting-invalid': { kind: 'ParameterInvalid', text: "{setting} can't be {value}." },
  'organization-setting-channel-not-found': {
    kind: 'BadRequest',
    text: '{setting}: channel not found.',
  },
  'organization-moderation-channel-public': {
    kind: 'BadRequest',
    parameter: 'moderation_request_channel_id',
    text: 'the channel for moderation requests must be private.',
  },
  'organization-video-provider-unavailable': {
    kind: 'BadRequest',
    parameter: 'video_chat_provider',
    text: 'this provider is not set up on this server.',
  },
  'organization-relay-unavailable': {
    kind: 'BadRequest',
    parameter: 'calls_relay_only',
    text: 'this server has no TURN server.',
  },
  'organization-accent-unreadable': {
    kind: 'BadRequest',
    parameter: 'accent_color',
    text: 'white text on {color} has a contrast of {ratio}:1, but needs {min}:1. The nearest color that works is {suggestion}.',
  },
  'organization-meeting-url-invalid': {
    kind: 'BadRequest',
    parameter: 'jitsi_server_url',
    text: 'this is not a valid URL.',
  },
  'organization-login-method-not-found': {
    kind: 'BadRequest',
    parameter: 'authentication_methods',
    text: 'login method {method} not found.',
  },
  'organization-login-method-missing': {
    kind: 'BadRequest',
    parameter: 'authentication_methods',
    text: 'at least one login method must be enabled.',
  },
  'organization-address-fixed': {
    kind: 'BadRequest',
    parameter: 'string_id',
    text: "the URL of this organization can't be changed.",
  },
  'organization-deletion-too-early': {
    kind: 'BadRequest',
    parameter: 'deletion_delay_days',
    text: 'must be at least {min} days.',
  },
  'organization-deletion-too-late': {
    kind: 'BadRequest',
    parameter: 'deletion_delay_days',
    text: 'must be at most {max} days.',
  },
  'onboarding-reminder-unavailable': {
    kind: 'BadRequest',
    parameter: 'schedule_navigation_tour_video_reminder_delay',
    text: 'only the tour has a reminder.',
  },

  // Linkifiers and playgrounds
  'linkifier-not-found': { kind: 'BadRequest', text: 'Linkifier not found.' },
  'linkifier-order-incomplete': {
    kind: 'BadRequest',
    parameter: 'ordered_linkifier_ids',
    text: 'list every linkifier once.',
  },
  'linkifier-pattern-empty': {
    kind: 'FieldsInvalid',
    parameter: 'pattern',
    text: "the pattern can't be empty.",
  },
  'linkifier-pattern-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'pattern',
    text: 'this is not a valid RE2 regular expression.',
  },
  'linkifier-pattern-taken': {
    kind: 'FieldsInvalid',
    parameter: 'pattern',
    text: 'a linkifier with this pattern already exists.',
  },
  'linkifier-url-empty': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: "the URL can't be empty.",
  },
  'linkifier-url-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'this is not a valid URL template (RFC 6570).',
  },
  'linkifier-url-scheme-unsupported': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'the URL must start with https://, http://, mailto: or /.',
  },
  'linkifier-names-mismatch': {
    kind: 'FieldsInvalid',
    text: 'The pattern and the URL must have the same names: {names}.',
  },
  'playground-not-found': { kind: 'BadRequest', text: 'Playground not found.' },
  'playground-name-empty': { kind: 'FieldsInvalid', parameter: 'name', text: "the name can't be empty." },
  'playground-name-taken': {
    kind: 'FieldsInvalid',
    text: 'A playground with this name already exists for the language.',
  },
  'playground-language-too-long': {
    kind: 'BadRequest',
    text: 'highlight_language must be at most {max} characters.',
  },
  'playground-language-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'highlight_language',
    text: 'this is not a valid language name.',
  },
  'playground-url-invalid': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'the URL must contain the variable "code" and no other.',
  },
  'playground-url-scheme-unsupported': {
    kind: 'FieldsInvalid',
    parameter: 'url_template',
    text: 'the URL must start with https:// or http://.',
  },

  // Integrations
  'integration-not-found': {
    kind: 'NotFound',
    text: 'Integration not found. Available integrations: {names}.',
  },
  'integration-channel-missing': {
    kind: 'BadRequest',
    parameter: 'stream',
    text: 'a channel is required, because this bot has no owner to message.',
  },
  'integration-payload-too-large': {
    kind: 'PayloadTooLarge',
    text: 'The payload must be at most {max} bytes.',
  },
  'integration-payload-too-deep': {
    kind: 'InvalidJson',
    text: 'The payload must have at most {max} levels.',
  },
  'integration-payload-not-json': { kind: 'InvalidJson', text: 'The payload is not valid JSON.' },
  'integration-payload-not-object': { kind: 'PayloadAnomalous', text: '{service} sends a JSON object.' },
  'audit-webhook-not-found': { kind: 'BadRequest', text: 'The audit log has no webhook.' },
  'integration-event-missing': {
    kind: 'EventHeaderMissing',
    text: 'The header {header} must name the event.',
  },
} as const satisfies ReasonTable
