import type { SystemGroup } from '@loquat/contract'
import { canSeeUser } from '../directory/access-users.ts'
import { caseless, type Directory, type Group, type User, userSetting } from '../directory/directory.ts'
import { canReadChannel } from '../directory/permissions.ts'
import { Slot } from '../platform/slots.ts'
import type { Linkifier, NamedUser, RenderContext } from './context.ts'
import { customEmojiUrl } from './emoji/custom.ts'

/** The context of a sender. */
export function contextFor(directory: Directory, sender: User): RenderContext {
  const organization = organizationContext(directory)
  const ifKnown = (user: NamedUser | undefined) =>
    user !== undefined && canMention(directory, sender, user.id) ? user : undefined
  return {
    ...organization,
    userByName: (name) => ifKnown(organization.userByName(name)),
    userById: (id) => ifKnown(organization.userById(id)),
    channelByName: (name) => {
      const channel = directory.channelByName(name)
      return channel?.name === name && canReadChannel(directory, sender, channel) ? channel : undefined
    },
    emoticons: userSetting(sender, 'translate_emoticons'),
    // Bots post a lot, so no pages are fetched for them.
    websitePreviews: sender.botType === null && directory.setting('inline_url_embed_preview'),
  }
}

/** Users can mention only users they can see. */
function canMention(directory: Directory, sender: User, id: number): boolean {
  const user = directory.users.get(id)
  return user === undefined || canSeeUser(directory, sender, user)
}

/** The context without a sender, for the description of the organization. */
export function organizationContext(directory: Directory): RenderContext {
  return {
    url: directory.url,
    userByName: (name) => userNamed(directory, name),
    userById: (id) => directory.users.get(id),
    groupByName: (name) => {
      const group = groupNamed(directory, name)
      return group && { id: group.id, displayName: displayName(group), deactivated: group.deactivated }
    },
    channelByName: (name) => {
      const channel = directory.channelByName(name)
      return channel?.name === name ? channel : undefined
    },
    customEmoji: (name) => {
      const emoji = directory.customEmojiByName(name)
      return emoji && customEmojiUrl(directory.realm.id, emoji.fileName)
    },
    // Topics, uploads and websites are not in the directory; callers override these.
    oldestMessageIn: () => undefined,
    linkifiers: linkifiersIn(directory),
    uploadedImage: () => undefined,
    websiteCard: () => undefined,
    emptyTopicName: 'general chat',
    emoticons: false,
    defaultCodeLanguage: directory.setting('default_code_block_language'),
    indentedCode: true,
    fileLinks: false,
    imagePreviews: directory.setting('inline_image_preview'),
    websitePreviews: directory.setting('inline_url_embed_preview'),
    now: () => Date.now(),
  }
}

interface Names {
  userChanges: number
  groupChanges: number
  users: Map<string, number>
  groups: Map<string, number>
}

const namesSlot = new Slot<Directory, Names>()

/**
 * IDs by name. Entries are checked against the directory on use, so a stale map still serves everyone in it; only a
 * miss rebuilds it, at most once per change of a user or group.
 */
function namesOf(directory: Directory, fresh: boolean): Names {
  const known = directory.slots.get(namesSlot)
  const { userChanges, groupChanges } = directory
  const isCurrent = known?.userChanges === userChanges && known.groupChanges === groupChanges
  if (known !== undefined && (!fresh || isCurrent)) return known
  const names: Names = { userChanges, groupChanges, users: new Map(), groups: new Map() }
  for (const user of directory.users.values()) {
    const name = caseless(user.fullName)
    // If several users have the same name, active ones take precedence.
    if (user.isActive || !names.users.has(name)) names.users.set(name, user.id)
  }
  for (const group of directory.groups.values()) names.groups.set(group.name, group.id)
  return directory.slots.set(namesSlot, names)
}

function userNamed(directory: Directory, name: string): NamedUser | undefined {
  const wanted = caseless(name)
  for (const fresh of [false, true]) {
    const user = directory.users.get(namesOf(directory, fresh).users.get(wanted) ?? -1)
    if (user !== undefined && caseless(user.fullName) === wanted && (fresh || user.isActive)) return user
  }
  return undefined
}

function groupNamed(directory: Directory, name: string): Group | undefined {
  for (const fresh of [false, true]) {
    const group = directory.groups.get(namesOf(directory, fresh).groups.get(name) ?? -1)
    if (group?.name === name) return group
  }
  return undefined
}

const systemGroupNames: Record<SystemGroup, string> = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners',
  'role:administrators': 'Administrators',
  'role:moderators': 'Moderators',
  'role:fullmembers': 'Full members',
  'role:members': 'Members',
  'role:everyone': 'Everyone',
  'role:internet': 'Everyone on the internet',
}

const displayName = (group: Group) =>
  (group.isSystem && systemGroupNames[group.name as SystemGroup]) || group.name

const linkifierSlot = new Slot<Directory, { from: Directory['linkifiers']; linkifiers: Linkifier[] }>()

/** The linkifiers for the renderer. Cached, because every message needs them and they rarely change. */
export function linkifiersIn({ linkifiers: from, slots }: Directory): Linkifier[] {
  const known = slots.get(linkifierSlot)
  if (known?.from === from) return known.linkifiers
  const linkifiers = from.map(({ pattern, url_template }) => ({ pattern, urlTemplate: url_template }))
  return slots.set(linkifierSlot, { from, linkifiers }).linkifiers
}
