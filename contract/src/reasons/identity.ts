import type { ReasonTable } from './declare.ts'

/** Reasons of users, bots, avatars, presence, statuses, alert words, devices and profile fields. */
export const identityReasons = {
  // Also for hidden users, so that nobody learns that they exist.
  'user-not-found': { kind: 'BadRequest', text: 'User not found.' },
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
    text: 'only owners can change email addresses.',
  },
  'password-too-short': {
    kind: 'BadRequest',
    parameter: 'password',
    text: 'must have at least {min} characters.',
  },
  'password-breached': {
    kind: 'BadRequest',
    parameter: 'password',
    text: 'this password is in lists of leaked passwords. Choose another.',
  },
  'password-too-weak': {
    kind: 'BadRequest',
    parameter: 'password',
    text: 'this password is too easy to guess.',
  },
  'new-password-too-short': {
    kind: 'BadRequest',
    parameter: 'new_password',
    text: 'must have at least {min} characters.',
  },
  'new-password-breached': {
    kind: 'BadRequest',
    parameter: 'new_password',
    text: 'this password is in lists of leaked passwords. Choose another.',
  },
  'new-password-too-weak': {
    kind: 'BadRequest',
    parameter: 'new_password',
    text: 'this password is too easy to guess.',
  },
  'timezone-not-found': {
    kind: 'BadRequest',
    parameter: 'timezone',
    text: 'time zone not found.',
  },
  'deactivation-comment-too-long': {
    kind: 'BadRequest',
    parameter: 'deactivation_notification_comment',
    text: 'must be at most {max} characters.',
  },
  'role-not-found': {
    kind: 'BadRequest',
    parameter: 'role',
    text: 'unknown role.',
  },
  'role-change-denied': { kind: 'UnauthorizedPrincipal', text: 'Only administrators can change roles.' },
  'role-change-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners can add or remove owners.',
  },
  'role-change-of-last-owner-denied': {
    kind: 'BadRequest',
    text: 'The organization needs at least one owner.',
  },
  'principal-not-found': {
    kind: 'BadRequest',
    parameter: 'principals',
    text: 'active user {user} not found.',
  },
  'principals-too-many': {
    kind: 'BadRequest',
    parameter: 'principals',
    text: 'the number of users times channels must be at most {max}.',
  },

  'avatar-change-denied': {
    kind: 'BadRequest',
    text: "Profile pictures can't be changed in this organization.",
  },
  'picture-not-found': { kind: 'NotFound', text: 'Picture not found.' },
  'picture-authentication-required': { kind: 'Unauthorized', text: 'Log in to see this picture.' },

  'bot-not-found': {
    kind: 'BadRequest',
    parameter: 'bot_id',
    text: 'bot not found.',
  },
  'bot-access-denied': {
    kind: 'BadRequest',
    text: "Only administrators and the bot's owner can do this.",
  },
  'bot-that-creates-users-access-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners can do this to a bot that can create users.',
  },
  'bot-creation-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to create this type of bot.",
  },
  'bot-name-taken': {
    kind: 'BadRequest',
    parameter: 'full_name',
    text: 'an active account already has this name.',
  },
  'bot-short-name-invalid': {
    kind: 'BadRequest',
    parameter: 'short_name',
    text: "this doesn't make a valid email address.",
  },
  'bot-short-name-taken': {
    kind: 'BadRequest',
    parameter: 'short_name',
    text: 'this address already has an account.',
  },
  'bot-owner-not-found': {
    kind: 'BadRequest',
    parameter: 'bot_owner_id',
    text: 'active user not found.',
  },
  'bot-channel-not-found': { kind: 'BadRequest', text: '{parameter}: channel not found.' },
  'bot-service-name-too-long': {
    kind: 'BadRequest',
    parameter: 'service_name',
    text: 'names must be at most {max} characters.',
  },
  'bot-interface-not-found': { kind: 'BadRequest', text: '{parameter}: unknown format.' },
  'bot-config-too-long': {
    kind: 'BadRequest',
    parameter: 'config_data',
    text: 'keys and values together must be at most {max} characters.',
  },
  'bot-avatar-files-too-many': { kind: 'BadRequest', text: 'Send at most one file.' },
  'bot-storage-full': {
    kind: 'BadRequest',
    parameter: 'storage',
    text: 'at most {max} characters can be stored.',
  },
  'bot-storage-key-not-found': {
    kind: 'BadRequest',
    parameter: 'keys',
    text: 'key {key} not found.',
  },
  // For bots and their feeds.
  'url-invalid': { kind: 'BadRequest', text: '{parameter}: this is not a valid URL.' },

  'presence-not-found': { kind: 'BadRequest', text: 'This user has never been active.' },

  'status-change-empty': {
    kind: 'BadRequest',
    text: 'Send at least one of status_text, emoji_name and away.',
  },
  'status-text-too-long': {
    kind: 'BadRequest',
    parameter: 'status_text',
    text: 'a status must be at most {max} characters.',
  },
  'status-emoji-name-missing': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'required together with the other emoji parameters.',
  },
  'status-emoji-type-not-found': {
    kind: 'BadRequest',
    parameter: 'reaction_type',
    text: 'unknown emoji type.',
  },

  'alert-word-too-long': {
    kind: 'BadRequest',
    text: 'alert_words[{index}] must be at most {max} characters.',
  },

  'device-not-found': {
    kind: 'BadRequest',
    parameter: 'token',
    text: 'device not found.',
  },
  'device-unknown': { kind: 'PushDeviceUnknown', text: "This device isn't registered." },
  'device-notifications-unsupported': {
    kind: 'BadRequest',
    text: "This server doesn't send notifications to mobile devices.",
  },

  'profile-field-not-found': { kind: 'BadRequest', text: 'Profile field {field} not found.' },
  'profile-field-type-not-found': {
    kind: 'BadRequest',
    parameter: 'field_type',
    text: 'unknown field type.',
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
    text: 'a field with this name already exists.',
  },
  'profile-field-hint-too-long': {
    kind: 'BadRequest',
    parameter: 'hint',
    text: 'a hint must be at most {max} characters.',
  },
  'profile-field-summary-unsupported': {
    kind: 'BadRequest',
    parameter: 'display_in_profile_summary',
    text: "fields of this type can't be shown in the summary.",
  },
  'profile-field-summary-full': {
    kind: 'BadRequest',
    parameter: 'display_in_profile_summary',
    text: 'at most {max} fields can be shown in the summary.',
  },
  'profile-field-options-empty': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'a list needs at least one option.',
  },
  'profile-field-option-invalid': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'an option must have exactly a key, a text and an order, none of them blank.',
  },
  'profile-field-option-duplicate': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'two options have the same text.',
  },
  'profile-field-account-not-found': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'unknown external account type.',
  },
  'profile-field-account-fixed': {
    kind: 'BadRequest',
    text: "The type of an external account can't be changed.",
  },
  'profile-field-url-placeholder-missing': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'the url_pattern must contain {placeholder} once.',
  },
  'profile-field-url-invalid': {
    kind: 'BadRequest',
    parameter: 'field_data',
    text: 'the url_pattern is not a valid URL.',
  },
  'profile-field-order-incomplete': {
    kind: 'BadRequest',
    parameter: 'order',
    text: 'field {field} is missing.',
  },

  'profile-value-denied': {
    kind: 'BadRequest',
    text: '{field}: only administrators can edit this field.',
  },
  'profile-value-too-long': { kind: 'BadRequest', text: '{field}: must be at most {max} characters.' },
  'profile-value-not-text': { kind: 'BadRequest', text: '{field}: must be text.' },
  'profile-value-not-option': { kind: 'BadRequest', text: '{field}: this is not one of the options.' },
  'profile-value-not-date': { kind: 'BadRequest', text: '{field}: this is not a date, such as 2026-11-15.' },
  'profile-value-not-link': { kind: 'BadRequest', text: '{field}: this is not a link.' },
  'profile-value-not-user-ids': { kind: 'BadRequest', text: '{field}: list users by ID.' },
  'profile-value-user-not-found': { kind: 'BadRequest', text: '{field}: active user {user} not found.' },
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
