/** The events of the audit log, by area. The names are stable: programs that read the log depend on them. */
export const auditKinds = [
  // Signing in.
  'login.succeeded',
  'login.failed',
  'session.ended',
  'api_key.shown',
  'api_key.replaced',
  'password.changed',
  'password.reset',
  'email.changed',
  // Users and bots.
  'user.created',
  'user.role_changed',
  'user.renamed',
  'user.profile_changed',
  'user.deactivated',
  'user.reactivated',
  'bot.created',
  'bot.changed',
  'feed.added',
  'feed.removed',
  'invitation.sent',
  'invitation.resent',
  'invitation.revoked',
  'invitation_link.created',
  'invitation_link.revoked',
  // The organization.
  'organization.created',
  'organization.settings_changed',
  'organization.defaults_changed',
  'organization.picture_changed',
  'organization.moved',
  'organization.deactivated',
  'organization.reactivated',
  'domain.added',
  'domain.changed',
  'domain.removed',
  'linkifier.added',
  'linkifier.changed',
  'linkifier.removed',
  'linkifier.reordered',
  'playground.added',
  'playground.removed',
  'profile_field.created',
  'profile_field.changed',
  'profile_field.deleted',
  'profile_field.reordered',
  'emoji.added',
  'emoji.removed',
  // Channels and groups.
  'channel.created',
  'channel.changed',
  'channel.archived',
  'channel.users_added',
  'channel.users_removed',
  'default_channel.added',
  'default_channel.removed',
  'default_channel_group.created',
  'default_channel_group.changed',
  'default_channel_group.deleted',
  'group.created',
  'group.changed',
  'group.members_changed',
  'group.subgroups_changed',
  'group.deactivated',
  // Messages of others.
  'message.deleted',
  'topic.deleted',
  // Data that leaves or enters.
  'export.requested',
  'export.deleted',
  'import.uploaded',
  'import.started',
  'import.deleted',
  'backup.made',
  'backup.restored',
  'deliveries.retried',
  // The audit log itself.
  'audit.started',
  'audit.exported',
  'audit.trimmed',
] as const

export type AuditKind = (typeof auditKinds)[number]

/** The credential that an event was caused with. */
export const auditCredentials = ['session', 'api_key', 'command_line', 'system', 'none'] as const

export type AuditCredential = (typeof auditCredentials)[number]

export const auditTargets = [
  'user',
  'channel',
  'group',
  'message',
  'invitation',
  'organization',
  'domain',
  'linkifier',
  'playground',
  'profile_field',
  'emoji',
  'default_channel_group',
  'feed',
  'export',
  'import',
  'backup',
] as const

export type AuditTarget = (typeof auditTargets)[number]
