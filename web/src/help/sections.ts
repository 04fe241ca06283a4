/** The help pages by section, in display order. Each is a file `{language}/{page}.md` beside this one. */
export const helpSections = [
  {
    id: 'start',
    pages: ['welcome', 'first-steps', 'set-up', 'whats-new', 'keyboard', 'apps', 'organizations'],
  },
  {
    id: 'read',
    pages: ['inbox', 'feeds', 'topics', 'search', 'switcher', 'later', 'files'],
  },
  {
    id: 'write',
    pages: ['compose', 'formatting', 'mentions', 'drafts', 'slash-commands', 'polls', 'emoji', 'gifs'],
  },
  {
    id: 'messages',
    pages: ['message-menu', 'edit', 'move', 'branches', 'pins', 'direct-messages', 'calls', 'interactive'],
  },
  {
    id: 'places',
    pages: ['channels', 'channel-settings', 'sidebar', 'folders', 'groups'],
  },
  {
    id: 'you',
    pages: [
      'profile',
      'notifications',
      'alert-words',
      'muted-people',
      'preferences',
      'privacy',
      'security',
      'sessions',
      'own-bots',
      'connected-apps',
    ],
  },
  {
    id: 'manage',
    pages: [
      'organization',
      'invitations',
      'people',
      'permissions',
      'default-channels',
      'new-members',
      'authentication',
      'sign-in-policy',
      'provisioning',
      'public-access',
      'custom-emoji',
      'linkifiers',
      'profile-fields',
    ],
  },
  {
    id: 'run',
    pages: [
      'bots',
      'third-party-apps',
      'integrations',
      'import',
      'exports',
      'moderation',
      'audit-log',
      'legal-hold',
      'assistants',
      'statistics',
      'server',
    ],
  },
] as const

export const helpPages: readonly string[] = helpSections.flatMap(({ pages }) => [...pages])
export type HelpPage = (typeof helpSections)[number]['pages'][number]
