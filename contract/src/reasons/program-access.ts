import type { ReasonTable } from './declare.ts'

/** Reasons of tokens and connected apps, which give programs access to an account. */
export const programAccessReasons = {
  // Tokens
  'token-not-found': { kind: 'BadRequest', text: 'Token not found.' },
  'token-user-not-found': { kind: 'BadRequest', parameter: 'user_id', text: 'user or bot not found.' },
  'token-creation-denied': { kind: 'BadRequest', text: "You don't have permission to create tokens." },
  'token-name-invalid': { kind: 'BadRequest', parameter: 'name', text: 'must have 1 to {max} characters.' },
  'token-limit-reached': { kind: 'BadRequest', text: 'There are already {max} tokens. Revoke one first.' },
  'token-scopes-empty': { kind: 'BadRequest', parameter: 'scopes', text: 'choose at least one scope.' },
  'token-channels-empty': {
    kind: 'BadRequest',
    parameter: 'channel_ids',
    text: 'choose at least one channel.',
  },
  'token-channel-not-found': { kind: 'BadRequest', parameter: 'channel_ids', text: 'channel not found.' },
  'token-addresses-empty': {
    kind: 'BadRequest',
    parameter: 'addresses',
    text: 'enter at least one address.',
  },
  'token-address-invalid': {
    kind: 'BadRequest',
    parameter: 'addresses',
    text: '{address} is not an IP address or a network such as 192.0.2.0/24.',
  },
  'token-expiry-past': { kind: 'BadRequest', parameter: 'expires_at', text: 'this is in the past.' },
  'token-expiry-too-late': {
    kind: 'BadRequest',
    parameter: 'expires_at',
    text: 'tokens of this organization can last at most {days} days.',
  },
  'token-webhook-channel-required': {
    kind: 'BadRequest',
    parameter: 'channel_ids',
    text: 'the token of an incoming webhook needs exactly one channel.',
  },
  'token-webhook-options-denied': {
    kind: 'BadRequest',
    parameter: 'scopes',
    text: 'the token of an incoming webhook can only post, so it has no scopes.',
  },
  'token-topic-denied': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'only the token of an incoming webhook has a topic.',
  },

  // Apps
  'app-not-found': { kind: 'BadRequest', text: 'App not found.' },
  'app-not-connected': { kind: 'BadRequest', text: 'This app is not connected to your account.' },
  'app-without-secret': { kind: 'BadRequest', text: 'Public apps have no secret.' },
  'app-limit-reached': { kind: 'BadRequest', text: 'There are already {max} apps. Delete one first.' },
  'app-name-invalid': { kind: 'BadRequest', parameter: 'name', text: 'must have 1 to {max} characters.' },
  'app-description-too-long': {
    kind: 'BadRequest',
    parameter: 'description',
    text: 'must have at most {max} characters.',
  },
  'app-url-invalid': { kind: 'BadRequest', text: '{url} is not an address that begins with https://.' },
  'app-redirect-uris-empty': {
    kind: 'BadRequest',
    parameter: 'redirect_uris',
    text: 'enter at least one redirect URI.',
  },
  'app-redirect-uri-invalid': {
    kind: 'BadRequest',
    parameter: 'redirect_uris',
    text: '{uri} is not a full address without fragment, user name and special characters.',
  },
  'app-redirect-uri-scheme-denied': {
    kind: 'BadRequest',
    parameter: 'redirect_uris',
    text: '{uri} must begin with https://, be http:// on this computer (127.0.0.1, [::1] or localhost), or, for public apps, have a scheme such as com.example.app.',
  },
  'app-scopes-empty': { kind: 'BadRequest', parameter: 'scopes', text: 'choose at least one scope.' },
  'app-authorize-denied': { kind: 'BadRequest', text: "You don't have permission to connect apps." },
  'app-request-invalid': { kind: 'BadRequest', text: 'The app sent an invalid request: {problem}' },
  'app-consent-expired': {
    kind: 'BadRequest',
    text: 'This page was open in another session. Check it again, and then decide.',
  },
} as const satisfies ReasonTable
