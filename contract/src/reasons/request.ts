import type { ReasonTable } from './declare.ts'

/** Reasons that every endpoint can give, because the server checks them before the endpoint is called. */
export const requestReasons = {
  // Reading the request
  'request-malformed': { kind: 'BadRequest', text: 'The request is malformed.' },
  'request-not-http': { kind: 'BadRequest', text: 'The request is not valid HTTP.' },
  'headers-too-large': {
    kind: 'BadRequest',
    text: 'The URL and headers of a request must be at most {max} bytes.',
  },
  'body-too-large': { kind: 'PayloadTooLarge', text: 'The request body must be at most {max} bytes.' },
  'body-length-mismatch': { kind: 'BadRequest', text: "The body doesn't have the declared length." },
  'body-encoding-unsupported': {
    kind: 'UnsupportedMediaType',
    text: "Request bodies with Content-Encoding {encoding} aren't supported.",
  },
  'body-multipart-malformed': { kind: 'BadRequest', text: 'The multipart body is malformed.' },
  'body-not-one-file': { kind: 'BadRequest', text: 'Send exactly one file.' },
  'path-not-found': { kind: 'NotFound', text: 'Not found.' },
  'method-not-allowed': { kind: 'MethodNotAllowed', text: "Method {method} isn't allowed here." },
  'organization-not-found': { kind: 'NonexistentSubdomain', text: 'Organization not found at this URL.' },
  'organization-is-preview': {
    kind: 'BadRequest',
    text: 'This is a read-only preview. Until the move, use {url} to make changes.',
  },

  // Parameters
  'parameter-missing': { kind: 'ParameterMissing', text: "Missing '{parameter}' parameter." },
  'parameter-sent-twice': {
    kind: 'ParameterConfusing',
    text: "Both '{first}' and '{second}' were sent; they are one parameter.",
  },
  'parameter-invalid': { kind: 'BadRequest', text: '{parameter}: {problem}' },
  'parameter-too-long': { kind: 'BadRequest', text: '{parameter}: must be at most {max} characters' },
  'parameter-too-deep': { kind: 'BadRequest', text: '{parameter} nests deeper than {max} levels.' },
  'parameter-not-json': { kind: 'BadRequest', text: '{parameter} is not valid JSON.' },
  'parameter-has-null-byte': { kind: 'BadRequest', text: '{parameter} contains a null byte.' },
  'parameter-has-lone-surrogate': {
    kind: 'BadRequest',
    text: '{parameter} contains half a surrogate pair.',
  },
  'parameters-too-many': { kind: 'BadRequest', text: 'At most {max} parameters can be sent.' },

  // Authentication. The same fact has two reasons where HTTP Basic and other logins have different codes.
  'authentication-required': { kind: 'Unauthorized', text: 'Authentication required.' },
  'authentication-scheme-unsupported': {
    kind: 'BadRequest',
    text: 'Only Basic authentication, and Bearer with a token, are supported.',
  },
  'authorization-header-malformed': { kind: 'Unauthorized', text: 'The Authorization header is malformed.' },
  'credentials-invalid': { kind: 'Unauthorized', text: 'Invalid API key.' },
  'credentials-account-deactivated': { kind: 'Unauthorized', text: 'This account has been deactivated.' },
  'credentials-organization-deactivated': {
    kind: 'Unauthorized',
    text: 'This organization has been deactivated.',
  },
  'api-key-invalid': { kind: 'InvalidApiKey', text: 'Invalid API key.' },
  'account-deactivated': { kind: 'UserDeactivated', text: 'This account has been deactivated.' },
  'network-denied': {
    kind: 'NetworkDenied',
    text: 'This organization can be used only from certain networks. Your address, {address}, is in none of them.',
  },
  'account-in-other-organization': {
    kind: 'BadRequest',
    text: 'This account belongs to another organization.',
  },
  'organization-deactivated': { kind: 'RealmDeactivated', text: 'This organization has been deactivated.' },
  'caller-not-found': { kind: 'Unauthorized', text: 'This account no longer exists.' },
  'session-missing': { kind: 'Unauthorized', text: "You're not logged in." },
  'api-keys-disabled': {
    kind: 'Unauthorized',
    text: 'API keys are turned off in this organization. Create a token in the settings, and use it instead.',
  },
  'token-expired': { kind: 'Unauthorized', text: 'This token has expired.' },
  'token-address-denied': { kind: 'TokenLimited', text: "This token can't be used from this address." },
  'token-scope-missing': { kind: 'TokenScopeMissing', text: 'This token needs the scope {scope}.' },
  'token-denied': {
    kind: 'TokenLimited',
    text: "Tokens can't be used for this. Use the app, or an API key.",
  },
  'token-channel-denied': {
    kind: 'TokenLimited',
    text: 'This token is limited to certain channels, and this is not in one of them.',
  },
  'token-channels-unsupported': {
    kind: 'TokenLimited',
    text: "This token is limited to certain channels, and this can't be limited to them.",
  },
  'token-narrow-required': {
    kind: 'TokenLimited',
    text: 'This token is limited to certain channels. Name one of them in the narrow, without the operator with.',
  },
  'csrf-origin-foreign': { kind: 'CsrfFailed', text: 'This request comes from another site.' },
  'csrf-token-missing': { kind: 'CsrfFailed', text: 'The header X-CSRF-Token is missing.' },
  'csrf-token-invalid': {
    kind: 'CsrfFailed',
    text: "The header X-CSRF-Token doesn't belong to this session.",
  },
  'metrics-token-required': {
    kind: 'Unauthorized',
    text: 'Metrics are available only from this machine or with the token.',
  },

  // Roles
  'caller-is-bot': { kind: 'BadRequest', text: "Bots can't do this." },
  'caller-is-guest': { kind: 'BadRequest', text: "Guests can't do this." },
  'caller-is-webhook-bot': { kind: 'Unauthorized', text: 'This bot can only send messages.' },
  'caller-not-administrator': { kind: 'UnauthorizedPrincipal', text: 'Only administrators can do this.' },
  'caller-not-owner': { kind: 'UnauthorizedPrincipal', text: 'Only owners can do this.' },

  // Limits and faults
  'rate-limit-exceeded': {
    kind: 'RateLimitHit',
    text: 'Too many requests. Try again in {seconds} seconds.',
  },
  'concurrency-limit-exceeded': {
    kind: 'RateLimitHit',
    text: 'Too many of these requests at once. Try again in 1 second.',
  },
  'body-budget-exceeded': {
    kind: 'RateLimitHit',
    text: 'Too much is being sent at once. Try again in 1 second.',
  },
  'server-busy': { kind: 'Unavailable', text: 'The server is too busy right now. Try again in a moment.' },
  'server-failed': { kind: 'InternalError', text: 'Something went wrong on the server.' },
  'database-unreachable': {
    kind: 'Unavailable',
    text: "The database can't be reached right now. Try again in a moment.",
  },
  'database-timeout': {
    kind: 'Unavailable',
    text: 'This took too long and was stopped. Request less, or try again in a moment.',
  },
  'database-read-only': {
    kind: 'Unavailable',
    text: 'The database is read-only right now. Try again in a moment.',
  },
  'disk-full': { kind: 'StorageFull', text: "The server's disk is full." },
} as const satisfies ReasonTable
