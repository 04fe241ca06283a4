/**
 * Every reason that a permission rule can give. A rule `xDenial()` returns one of these, or undefined if the action is allowed.
 * The server turns a reason into an error, the web app into a text.
 */
export const denialReasons = [
  'add-emoji-not-permitted',
  'add-subscribers-not-permitted',
  'administrators-only',
  'archived',
  'change-group-not-permitted',
  'create-bot-not-permitted',
  'create-group-not-permitted',
  'create-not-permitted',
  'delete-late',
  'delete-not-permitted',
  'direct-first',
  'direct-off',
  'direct-restricted',
  'edit-late',
  'edit-not-own',
  'edit-off',
  'edit-poll',
  'group-not-permitted',
  'invite-link-not-permitted',
  'invite-not-permitted',
  'move-late',
  'move-not-permitted',
  'no-access',
  'owners-only',
  'post-not-permitted',
  'recipient-deactivated',
  'remove-subscribers-not-permitted',
  'resolve-no-topic',
  'resolve-not-permitted',
  'subscribe-not-permitted',
  'web-public-off',
  'wildcard-not-permitted',
] as const
export type DenialReason = (typeof denialReasons)[number]
