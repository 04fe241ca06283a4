import type { ReasonTable } from './declare.ts'

/** Reasons of users, bots, avatars, presence, statuses, alert words, devices and profile fields. */
export const identityReasons = {
  // Also for hidden users, so that nobody learns that they exist.
  'user-not-found': { kind: 'BadRequest', text: 'There is no such user.' },
  'user-name-too-short': {
    kind: 'BadRequest',
    parameter: 'full_name',
    text: 'names must be at least two characters.',
  },
  'user-name-too-long': {
    kind: 'BadRequest',
    parameter: 'full_name',
    text: 'names must be at most {max} characters.',
  },
  'user-name-invalid': {
    kind: 'BadRequest',
    parameter: 'full_name',
    text: 'the name contains invalid characters.',
  },
  'user-name-taken': {
    kind: 'BadRequest',
    parameter: 'full_name',
    text: 'this name is already in use.',
  },
  'email-address-invalid': {
    kind: 'BadRequest',
    parameter: 'email',
    text: 'this is not an email address.',
  },
  'email-address-taken': {
    kind: 'BadRequest',
    parameter: 'email',
    text: 'this address already has an account.',
  },
  'email-address-change-denied': {
    kind: 'BadRequest',
    parameter: 'new_email',
    text: 'only owners may change addresses.',
  },
  'password-too-weak': {
    kind: 'BadRequest',
    parameter: 'password',
    text: 'this password is too easy to guess.',
  },
  'new-password-too-weak': {
    kind: 'BadRequest',
    parameter: 'new_password',
    text: 'this password is too easy to guess.',
  },
  'timezone-not-found': {
    kind: 'BadRequest',
    parameter: 'timezone',
    text: 'there is no such time zone.',
  },
  'deactivation-comment-too-long': {
    kind: 'BadRequest',
    parameter: 'deactivation_notification_comment',
    text: 'a comment has at most {max} characters.',
  },
  'role-not-found': {
    kind: 'BadRequest',
    parameter: 'role',
    text: 'there is no such role.',
  },
  'role-change-denied': { kind: 'UnauthorizedPrincipal', text: 'Only administrators may change roles.' },
  'role-change-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners may make or unmake owners.',
  },
  'role-change-of-last-owner-denied': {
    kind: 'BadRequest',
    text: 'The only owner of the organization must stay one.',
  },
  'principal-not-found': {
    kind: 'BadRequest',
    parameter: 'principals',
    text: 'there is no active user {user}.',
  },
  'principals-too-many': {
    kind: 'BadRequest',
    parameter: 'principals',
    text: 'people times channels must be at most {max}.',
  },

  'avatar-change-denied': { kind: 'BadRequest', text: 'Pictures cannot be changed in this organization.' },
  'picture-not-found': { kind: 'NotFound', text: 'There is no such picture.' },
  'picture-authentication-required': { kind: 'Unauthorized', text: 'This picture needs authentication.' },

  'bot-not-found': {
    kind: 'BadRequest',
    parameter: 'bot_id',
    text: 'there is no such bot.',
  },
  'bot-access-denied': {
    kind: 'BadRequest',
    text: 'Only its owner and administrators may do this with a bot.',
  },
  'bot-that-creates-users-access-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners may do this with a bot that can create users.',
  },
  'bot-creation-denied': { kind: 'BadRequest', text: 'You may not create bots of this kind.' },
  'bot-name-taken': {
    kind: 'BadRequest',
    parameter: 'full_name',
    text: 'an active account has this name.',
  },
  'bot-short-name-invalid': {
    kind: 'BadRequest',
    parameter: 'short_name',
    text: 'this is not an email address.',
  },
  'bot-short-name-taken': {
    kind: 'BadRequest',
    parameter: 'short_name',
    text: 'this address already has an account.',
  },
  'bot-owner-not-found': {
    kind: 'BadRequest',
    parameter: 'bot_owner_id',
    text: 'there is no such active person.',
  },
  'bot-channel-not-found': { kind: 'BadRequest', text: '{parameter}: there is no such channel.' },
  'bot-service-name-too-long': {
    kind: 'BadRequest',
    parameter: 'service_name',
    text: 'names must be at most {max} characters.',
  },
  'bot-interface-not-found': { kind: 'BadRequest', text: '{parameter}: there is no such format.' },
  'bot-config-too-long': {
    kind: 'BadRequest',
    parameter: 'config_data',
    text: 'keys and values have at most {max} characters together.',
  },
  'bot-avatar-files-too-many': { kind: 'BadRequest', text: 'Send one file at most.' },
  'bot-storage-full': {
    kind: 'BadRequest',
    parameter: 'storage',
    text: 'at most {max} characters can be kept.',
  },
  'bot-storage-key-not-found': {
    kind: 'BadRequest',
    parameter: 'keys',
    text: 'nothing is kept under {key}.',
  },
  // For bots and their feeds.
  'url-invalid': { kind: 'BadRequest', text: '{parameter}: this is not an address of the web.' },

  'presence-not-found': { kind: 'BadRequest', text: 'This person has never been here.' },

  'status-change-empty': {
    kind: 'BadRequest',
    text: 'Send at least one of status_text, emoji_name and away.',
  },
  'status-text-too-long': {
    kind: 'BadRequest',
    parameter: 'status_text',
    text: 'a status has at most {max} characters.',
  },
  'status-emoji-name-missing': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'an emoji is named, whatever else is said of it.',
  },
  'status-emoji-type-not-found': {
    kind: 'BadRequest',
    parameter: 'reaction_type',
    text: 'there is no such type of emoji.',
  },

  'alert-word-too-long': { kind: 'BadRequest', text: 'alert_words[{index}] has at most {max} characters.' },

  'device-not-found': {
    kind: 'BadRequest',
    parameter: 'token',
    text: 'no such device is registered.',
  },
  'device-unknown': { kind: 'PushDeviceUnknown', text: 'This device is not registered.' },
  'device-notifications-unsupported': {
    kind: 'BadRequest',
    text: 'This server does not send notifications to mobile devices.',
  },

  'profile-field-not-found': { kind: 'BadRequest', text: 'There is no field {field} in profiles.' },
  'profile-field-type-not-found': {
    kind: 'BadRequest',
    parameter: 'field_type',
    text: 'there is no such type of field.',
  },
  'profile-field-name-empty': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'a field needs a name.',
  },
  'profile-field-name-too-long': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'names must be at most {max} characters.',
  },
  'profile-field-name-taken': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'a field with this name exists.',
  },
  'profile-field-hint-too-long': {
    kind: 'BadRequest',
    parameter: 'hint',
    text: 'a hint has at most {max} characters.',
  },
  'profile-field-summary-unsupported': {
    kind: 'BadRequest',
    parameter: 'display_in_profile_summary',
    text: 'fields of this type are not shown in the summary.',
  },
  'profile-field-summary-full': {
    kind: 'BadRequest',
    parameter: 'display_in_profile_summary',
    text: 'at most {max} fields are shown in the summary.',
  },
  'profile-field-options-empty': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'a list needs at least one option.',
  },
  'profile-field-option-invalid': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'an option has a key, a text and an order, none of them blank, and nothing else.',
  },
  'profile-field-option-duplicate': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'two options have the same text.',
  },
  'profile-field-account-not-found': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'there is no such subtype of external accounts.',
  },
  'profile-field-account-fixed': {
    kind: 'BadRequest',
    text: 'The kind of an external account cannot be changed.',
  },
  'profile-field-url-placeholder-missing': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'the url_pattern contains {placeholder} once.',
  },
  'profile-field-url-invalid': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'the url_pattern is no URL.',
  },
  'profile-field-order-incomplete': {
    kind: 'BadRequest',
    parameter: 'order',
    text: 'the field {field} is missing.',
  },

  'profile-value-denied': {
    kind: 'BadRequest',
    text: '{field}: only administrators may fill in this field.',
  },
  'profile-value-too-long': { kind: 'BadRequest', text: '{field}: this is longer than {max} characters.' },
  'profile-value-not-text': { kind: 'BadRequest', text: '{field}: the value is text.' },
  'profile-value-not-option': { kind: 'BadRequest', text: '{field}: this is none of the options.' },
  'profile-value-not-date': { kind: 'BadRequest', text: '{field}: this is not a date, such as 2026-11-15.' },
  'profile-value-not-link': { kind: 'BadRequest', text: '{field}: this is not a link.' },
  'profile-value-not-user-ids': { kind: 'BadRequest', text: '{field}: people are listed by ID.' },
  'profile-value-user-not-found': { kind: 'BadRequest', text: '{field}: there is no active person {user}.' },
} as const satisfies ReasonTable

/** For endpoints that set the name of a user. */
export const userNameReasons = [
  'user-name-too-short',
  'user-name-too-long',
  'user-name-invalid',
  'user-name-taken',
] as const

/** For endpoints that change the role of a user. */
export const roleReasons = [
  'role-not-found',
  'role-change-denied',
  'role-change-of-owner-denied',
  'role-change-of-last-owner-denied',
] as const

/** For endpoints that act on a bot. */
export const botReasons = [
  'bot-not-found',
  'bot-access-denied',
  'bot-that-creates-users-access-denied',
] as const

/** For endpoints that set values of profile fields. */
export const profileValueReasons = [
  'profile-field-not-found',
  'profile-value-denied',
  'profile-value-too-long',
  'profile-value-not-text',
  'profile-value-not-option',
  'profile-value-not-date',
  'profile-value-not-link',
  'profile-value-not-user-ids',
  'profile-value-user-not-found',
] as const
