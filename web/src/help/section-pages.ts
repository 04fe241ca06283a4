import type { OrganizationSection, SettingsSection } from '../navigation/narrow.ts'
import type { HelpPage } from './sections.ts'

/** The help page of each section of the settings. */
export const settingsHelp: Record<SettingsSection, HelpPage> = {
  profile: 'profile',
  preferences: 'preferences',
  notifications: 'notifications',
  privacy: 'privacy',
  security: 'security',
  topics: 'topics',
  'alert-words': 'alert-words',
  muted: 'muted-people',
  uploads: 'files',
  bots: 'own-bots',
  apps: 'connected-apps',
  sessions: 'sessions',
}

/** The help page of each section of the organization settings. */
export const organizationHelp: Record<OrganizationSection, HelpPage> = {
  profile: 'organization',
  permissions: 'permissions',
  people: 'people',
  invitations: 'invitations',
  channels: 'default-channels',
  groups: 'groups',
  bots: 'bots',
  apps: 'third-party-apps',
  integrations: 'integrations',
  emoji: 'custom-emoji',
  linkifiers: 'linkifiers',
  playgrounds: 'linkifiers',
  'profile-fields': 'profile-fields',
  defaults: 'new-members',
  exports: 'exports',
  import: 'import',
  authentication: 'authentication',
  'sign-in-policy': 'sign-in-policy',
  provisioning: 'provisioning',
  moderation: 'moderation',
  'legal-hold': 'legal-hold',
  assistants: 'assistants',
  audit: 'audit-log',
  statistics: 'statistics',
  server: 'server',
}
