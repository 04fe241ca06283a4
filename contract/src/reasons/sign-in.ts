import type { ReasonTable } from './declare.ts'

/** Reasons of logging in, sessions, passwords, email addresses, invitations and signup. */
export const signInReasons = {
  // Logging in
  'login-failed': { kind: 'AuthenticationFailed', text: 'Wrong email address or password.' },
  'login-by-password-disabled': { kind: 'PasswordAuthDisabled', text: 'Password login is disabled here.' },
  'login-username-invalid': {
    kind: 'BadRequest',
    parameter: 'username',
    text: 'this is not an email address.',
  },
  'login-directory-unavailable': {
    kind: 'Unavailable',
    text: 'The login directory is unavailable right now. Try again later.',
  },
  'login-method-disabled': { kind: 'RecordNotFound', text: 'This login method is disabled here.' },
  'login-provider-unavailable': {
    kind: 'BadRequest',
    text: "We couldn't reach {provider}, or didn't understand its response.",
  },
  'login-provider-failed': { kind: 'BadRequest', text: '{provider} said: {problem}' },
  'login-response-invalid': {
    kind: 'AuthenticationFailed',
    text: "We couldn't verify the login from {provider}. Try again.",
  },
  'login-id-missing': {
    kind: 'AuthenticationFailed',
    text: "{provider} didn't send a permanent ID of your account. Its administrators can change that.",
  },
  'logout-request-invalid': { kind: 'BadRequest', text: "We couldn't verify the logout request." },
  'login-profile-invalid': {
    kind: 'AuthenticationFailed',
    text: 'Your profile contains an invalid character.',
  },
  'login-email-missing': {
    kind: 'AuthenticationFailed',
    text: "You don't have an account here, and we didn't receive your email address.",
  },
  'login-email-domain-denied': {
    kind: 'AuthenticationFailed',
    text: 'Only email addresses from certain domains are allowed here.',
  },
  'login-email-plus-denied': {
    kind: 'AuthenticationFailed',
    text: "Email addresses containing + aren't allowed here.",
  },
  'login-email-disposable-denied': {
    kind: 'AuthenticationFailed',
    text: "Disposable email addresses aren't allowed here.",
  },
  'login-email-not-invited': {
    kind: 'AuthenticationFailed',
    text: 'This invitation is for {invited}, but you logged in as {email}.',
  },
  'login-account-missing': {
    kind: 'AuthenticationFailed',
    text: 'There is no account for {email} here. Ask a member to invite you.',
  },
  'login-account-not-found': { kind: 'AuthenticationFailed', text: 'Account not found.' },
  'login-for-development-disabled': {
    kind: 'BadRequest',
    text: 'This is only available on development servers.',
  },
  'login-by-token-disabled': { kind: 'BadRequest', text: 'Login with signed tokens is disabled here.' },
  'login-token-invalid': {
    kind: 'AuthenticationFailed',
    parameter: 'token',
    text: 'it has an unknown signature, has no expiry (exp), or has expired.',
  },
  'login-token-email-missing': {
    kind: 'AuthenticationFailed',
    parameter: 'token',
    text: 'the email claim is missing.',
  },

  // Second factors
  'second-factor-missing': {
    kind: 'AuthenticationFailed',
    parameter: 'code',
    text: 'this account uses two-factor authentication. Enter a code, or log in with a browser and copy your API key from the settings.',
  },
  'second-factor-wrong': {
    kind: 'AuthenticationFailed',
    parameter: 'code',
    text: 'this code is wrong or has already been used.',
  },
  'code-wrong': {
    kind: 'BadRequest',
    parameter: 'code',
    text: 'this code is wrong or has already been used.',
  },
  'totp-already-set-up': {
    kind: 'BadRequest',
    text: 'You already have an authenticator app. Remove it before you set up another.',
  },
  'totp-setup-missing': {
    kind: 'BadRequest',
    text: 'The setup of the authenticator app has expired. Start again.',
  },
  'totp-missing': { kind: 'BadRequest', text: "You don't have an authenticator app." },
  'passkey-invalid': {
    kind: 'BadRequest',
    parameter: 'credential',
    text: "the passkey couldn't be verified. Try again.",
  },
  'passkey-not-found': { kind: 'BadRequest', text: 'Passkey not found.' },
  'passkey-name-invalid': {
    kind: 'BadRequest',
    parameter: 'name',
    text: 'must have 1 to {max} characters.',
  },
  'passkey-limit-reached': { kind: 'BadRequest', text: "You can't have more than {max} passkeys." },
  'passkey-login-disabled': {
    kind: 'AuthenticationFailed',
    parameter: 'credential',
    text: 'this account needs another way to log in. You can use the passkey after your password.',
  },
  'second-factor-setup-required': {
    kind: 'AuthenticationFailed',
    text: 'Your organization requires a second factor. Log in with a browser to set one up.',
  },
  'factor-required': {
    kind: 'BadRequest',
    text: 'Your organization requires a second factor. Add another one before you remove this one.',
  },
  'factors-reset-denied': {
    kind: 'BadRequest',
    text: 'Only administrators can reset the second factors of others.',
  },
  'factors-reset-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners can reset the second factors of owners.',
  },
  'factors-not-found': { kind: 'BadRequest', text: 'This user has no second factors.' },
  'scim-token-not-found': { kind: 'BadRequest', text: 'The organization has no SCIM token.' },
  'factors-missing': { kind: 'BadRequest', text: 'Set up a second factor first.' },
  'remembered-browser-not-found': { kind: 'BadRequest', text: 'Browser not found.' },
  'proof-required': { kind: 'BadRequest', text: "Confirm that it's you to continue." },

  // Sign-in policy
  'network-invalid': {
    kind: 'BadRequest',
    parameter: 'allowed_networks',
    text: '{network} is not a network. Write 192.0.2.0/24 or 2001:db8::/32, without bits after the prefix.',
  },
  'network-excludes-caller': {
    kind: 'BadRequest',
    parameter: 'allowed_networks',
    text: 'your own address, {address}, is in none of these networks. Add it, or you would lock yourself out.',
  },
  'single-sign-on-missing': {
    kind: 'BadRequest',
    parameter: 'single_sign_on_only',
    text: 'no single sign-on is set up and turned on here.',
  },
  'single-sign-on-without-way-back': {
    kind: 'BadRequest',
    parameter: 'single_sign_on_only',
    text: 'you would lock yourself out. Log in once with single sign-on first, or keep passwords for owners and set one.',
  },
  'signup-single-sign-on-only': {
    kind: 'BadRequest',
    text: 'This organization uses single sign-on. Log in with it to join.',
  },
  'sign-out-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners can sign out owners.',
  },

  // Sessions, passwords and email addresses
  'session-not-found': { kind: 'BadRequest', text: 'Session not found.' },
  'link-expired': { kind: 'RecordNotFound', text: 'This link has already been used or has expired.' },
  'unsubscribe-link-invalid': { kind: 'RecordNotFound', text: "This link isn't valid." },
  'password-wrong': { kind: 'BadRequest', parameter: 'password', text: 'wrong password.' },
  'old-password-wrong': { kind: 'BadRequest', parameter: 'old_password', text: 'wrong password.' },
  'old-password-attempts-exceeded': {
    kind: 'BadRequest',
    parameter: 'old_password',
    text: 'too many attempts. Try again later.',
  },
  'old-password-missing': {
    kind: 'BadRequest',
    parameter: 'old_password',
    text: "you don't have a password yet. Set one with “Forgot password?” on the login page.",
  },
  'new-password-in-directory': {
    kind: 'BadRequest',
    parameter: 'new_password',
    text: 'your password is managed by the login directory and can only be changed there.',
  },
  'email-change-disabled': {
    kind: 'BadRequest',
    parameter: 'email',
    text: "email addresses can't be changed in this organization.",
  },
  'email-domain-denied': {
    kind: 'BadRequest',
    parameter: 'email',
    text: 'Only email addresses from certain domains are allowed here.',
  },
  'email-plus-denied': {
    kind: 'BadRequest',
    parameter: 'email',
    text: "Email addresses containing + aren't allowed here.",
  },
  'email-disposable-denied': {
    kind: 'BadRequest',
    parameter: 'email',
    text: "Disposable email addresses aren't allowed here.",
  },

  // Allowed email domains
  'domain-not-found': { kind: 'BadRequest', text: 'Domain not found.' },
  'domain-name-invalid': {
    kind: 'BadRequest',
    parameter: 'domain',
    text: 'this is not a valid domain.',
  },
  'domain-name-taken': { kind: 'BadRequest', parameter: 'domain', text: 'this domain is already listed.' },

  // Invitations and signup
  'invitation-not-found': { kind: 'BadRequest', text: 'Invitation not found.' },
  'invitation-expired': {
    kind: 'RecordNotFound',
    text: 'This invitation has already been used, was revoked, or has expired.',
  },
  'invitation-denied': {
    kind: 'BadRequest',
    text: "You don't have permission to invite people to this organization.",
  },
  'invitation-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    parameter: 'invite_as',
    text: 'only owners can invite owners.',
  },
  'invitation-of-moderator-denied': {
    kind: 'BadRequest',
    parameter: 'invite_as',
    text: 'only administrators can invite administrators and moderators.',
  },
  'invitation-system-group-denied': {
    kind: 'BadRequest',
    parameter: 'group_ids',
    text: "{group} is a system group and can't be changed.",
  },
  'invitation-channel-not-found': {
    kind: 'BadRequest',
    parameter: 'stream_ids',
    text: 'channel {channel} not found. No invitations were sent.',
  },
  'invitation-channel-denied': {
    kind: 'BadRequest',
    parameter: 'stream_ids',
    text: "you don't have permission to add others to {channel}.",
  },
  'invitation-emails-missing': {
    kind: 'BadRequest',
    parameter: 'invitee_emails',
    text: 'enter at least one email address.',
  },
  'invitation-emails-too-many': {
    kind: 'BadRequest',
    parameter: 'invitee_emails',
    text: 'must have at most {max} email addresses.',
  },
  'invitation-emails-denied': {
    kind: 'InvitationFailed',
    text: "Some email addresses can't be invited. No invitations were sent.",
  },
  'invitation-emails-taken': {
    kind: 'InvitationFailed',
    text: 'All of these people already have an account.',
  },
  'invitation-some-emails-taken': {
    kind: 'InvitationFailed',
    text: 'Some of these people already have an account. The others were invited.',
  },
  'invitation-sender-too-new': {
    kind: 'InvitationFailed',
    text: 'Your account is too new to invite others. No invitations were sent.',
  },
  'invitation-quota-of-organization-exceeded': {
    kind: 'InvitationFailed',
    text: 'This organization can send {max} invitations per day. No invitations were sent.',
  },
  'invitation-quota-of-sender-exceeded': {
    kind: 'InvitationFailed',
    text: 'You can send {max} invitations per day. No invitations were sent.',
  },
  'invitation-change-denied': {
    kind: 'BadRequest',
    text: "Only administrators can change other people's invitations.",
  },
  'invitation-change-of-owner-denied': {
    kind: 'UnauthorizedPrincipal',
    text: 'Only owners can change an invitation for an owner.',
  },
  'signup-invitation-required': {
    kind: 'BadRequest',
    text: 'You need an invitation to join this organization.',
  },
  'signup-email-missing': { kind: 'BadRequest', text: 'Enter your email address first.' },
} as const satisfies ReasonTable

/** For endpoints that set an email address. */
export const emailDenialReasons = [
  'email-domain-denied',
  'email-plus-denied',
  'email-disposable-denied',
] as const

/** For endpoints that log in with a password. The directory of an LDAP server can create the account. */
export const passwordLoginReasons = [
  'login-failed',
  'login-by-password-disabled',
  'login-username-invalid',
  'login-directory-unavailable',
  'login-profile-invalid',
  'login-email-missing',
  'login-email-domain-denied',
  'login-email-plus-denied',
  'login-email-disposable-denied',
  'login-account-missing',
  'invitation-expired',
  'email-address-taken',
  'second-factor-missing',
  'second-factor-wrong',
  'second-factor-setup-required',
] as const
