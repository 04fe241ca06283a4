/** The sign-in policy. */
export const signInPolicyDescriptions: Readonly<Record<string, string>> = {
  sign_in_policy: 'How people of the organization log in, and for how long.',
  session_minutes:
    'How long a session lasts after the login, in minutes by role: 15 to 129600, or null for 14 days. Roles that are not named stay as they are.',
  idle_minutes:
    'After how many minutes without use a session ends, by role: 5 to 43200, or null for never. Waiting for events is no use. Roles that are not named stay as they are.',
  'getSignInPolicy.owner': 'For owners.',
  'updateSignInPolicy.owner': 'For owners.',
  administrator: 'For administrators.',
  moderator: 'For moderators.',
  member: 'For members.',
  guest: 'For guests.',
  single_sign_on_only:
    'Whether passwords are off: `off`, `everyone`, or `except_owners`, who can then log in if single sign-on fails. API keys are no longer given for passwords.',
  allowed_networks:
    'Networks in CIDR notation from which people, bots and webhooks can use their accounts. With none, all can.',
  password_min_level:
    'Required strength of new passwords, as estimated by zxcvbn: 1 (10,000 guesses) to 4 (10,000,000,000 guesses).',
  'getSignInPolicy.password_min_length': 'Minimum length of new passwords, 6 to 64.',
  'updateSignInPolicy.password_min_length': 'Minimum length of new passwords, 6 to 64.',
  'getSignInPolicy.address': 'The IP address of this request.',
  'signOutUser.sessions': 'Number of sessions that ended.',
}
