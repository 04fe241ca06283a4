import {
  emptyContext,
  type NamedChannel,
  type NamedGroup,
  type NamedUser,
  type RenderContext,
} from '../context.ts'

/** The organization of the renderer tests. */
const users: NamedUser[] = [
  { id: 31, fullName: 'Ana Lopez', isActive: true },
  { id: 32, fullName: 'Bo', isActive: true },
  { id: 33, fullName: 'Old Timer', isActive: false },
]
const groups = new Map<string, NamedGroup>([
  ['backend', { id: 17, displayName: 'backend', deactivated: false }],
  ['retired', { id: 18, displayName: 'retired', deactivated: true }],
  ['role:administrators', { id: 3, displayName: 'Administrators', deactivated: false }],
])
const channels: NamedChannel[] = [
  { id: 9, name: 'design' },
  { id: 10, name: 'new team' },
  { id: 11, name: 'a>b' },
]

export const testContext: RenderContext = {
  ...emptyContext,
  url: 'https://chat.example.com',
  userByName: (name) => users.find((user) => user.fullName.toLowerCase() === name.toLowerCase()),
  userById: (id) => users.find((user) => user.id === id),
  groupByName: (name) => groups.get(name),
  channelByName: (name) => channels.find((channel) => channel.name === name),
  oldestMessageIn: (channelId, topic) =>
    channelId === 9 && topic.toLowerCase() === 'logo' ? 214 : undefined,
  customEmoji: (name) => (name === 'party_gopher' ? '/user_avatars/2/emoji/images/7.png' : undefined),
  linkifiers: [
    { pattern: '#(?P<id>[0-9]{2,8})', urlTemplate: 'https://tracker.example/{id}' },
    { pattern: '(?P<id>OPS-[0-9]+)', urlTemplate: 'https://ops.example/{id}' },
    { pattern: '(?P<id>[A-Z]+-[0-9]+)', urlTemplate: 'https://any.example/{id}' },
  ],
  imagePreviews: true,
  uploadedImage: (path) =>
    ({
      '2/ab/cat.png': { contentType: 'image/png', width: 640, height: 480, ready: true, animated: false },
      '2/ab/new.png': { contentType: 'image/png', width: 100, height: 50, ready: false, animated: false },
    })[path],
  now: () => Date.UTC(2025, 2, 14, 15, 9, 26),
}
