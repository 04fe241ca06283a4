import { systemGroups } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import type { Channel, Directory, User } from '../directory/directory.ts'
import { SubscriberMap } from '../directory/subscriber-map.ts'
import { emptyDirectory } from '../directory/testing/fixtures.ts'
import { contextFor } from './directory-context.ts'
import { renderMessage } from './render.ts'

const names = new Map([
  [10, 'Alice'],
  [11, 'Bob'],
  [12, 'Gil Guest'],
  [13, 'Gone'],
])

function createOrganization() {
  const directory = emptyDirectory()
  directory.url = 'https://orchard.example'
  for (const [n, name] of systemGroups.entries()) putGroup(directory, n + 1, name, true)
  putGroup(directory, 90, 'pickers', false)
  for (const [id, fullName] of names) putUser(directory, id, { fullName })
  putUser(directory, 12, { fullName: 'Gil Guest', role: 600 })
  putUser(directory, 13, { fullName: 'Gone', isActive: false })
  putChannel(directory, 20, 'public', [10], false)
  putChannel(directory, 21, 'secret', [11], true)
  return directory
}

function putGroup(directory: Directory, id: number, name: string, isSystem: boolean) {
  const group = {
    id,
    name,
    isSystem,
    description: '',
    creatorId: null,
    deactivated: false,
    permissions: {},
    createdAt: 0,
  }
  directory.putGroup({ ...group, members: new Set(), subgroups: new Set() })
}

function putUser(directory: Directory, id: number, changes: Partial<User>) {
  const user = {
    id,
    role: 400,
    isActive: true,
    botType: null,
    apiKeyHash: `${id}`,
    deliveryEmail: `${id}@x`,
    settings: {},
  }
  directory.putUser({ ...user, ...changes } as User)
}

function putChannel(
  directory: Directory,
  id: number,
  name: string,
  subscribers: number[],
  inviteOnly: boolean,
) {
  const channel = { id, recipientId: id, name, inviteOnly, isWebPublic: false, former: new Map() }
  const nobody = systemGroups.indexOf('role:nobody') + 1
  directory.putChannel({
    ...channel,
    permissions: { can_add_subscribers_group: nobody, can_subscribe_group: nobody },
    subscribers: SubscriberMap.of(subscribers, Array(subscribers.length).fill(1)),
  } as unknown as Channel)
}

function mentionedBy(directory: Directory, sender: number, source: string) {
  const user = directory.users.get(sender)
  if (user === undefined) throw new Error(`There is no user ${sender}.`)
  return renderMessage(source, contextFor(directory, user))
}

describe('The context of a sender', () => {
  it('finds users by name and ID, and knows deactivated ones', () => {
    const directory = createOrganization()
    const { mentions, html } = mentionedBy(directory, 10, '@**bob** @**|12** @**Gone** @**Nobody**')
    expect(mentions.users).toEqual([11, 12])
    expect(html).toContain('<span class="user-mention silent" data-user-id="13">Gone</span>')
  })

  it('follows name changes of the directory', () => {
    const directory = createOrganization()
    expect(mentionedBy(directory, 10, '@**Bob**').mentions.users).toEqual([11])
    putUser(directory, 11, { fullName: 'Robert' })
    directory.changedAt++
    expect(mentionedBy(directory, 10, '@**Bob** @**Robert**').mentions.users).toEqual([11])
    expect(mentionedBy(directory, 10, '@**Bob**').mentions.users).toEqual([])
  })

  it('prefers active users of the same name', () => {
    const directory = createOrganization()
    putUser(directory, 14, { fullName: 'Bob', isActive: false })
    directory.changedAt++
    expect(mentionedBy(directory, 10, '@**Bob**').mentions.users).toEqual([11])
  })

  it('knows groups, with display names for system groups', () => {
    const { mentions, html } = mentionedBy(createOrganization(), 10, '@*pickers* @_*role:administrators*')
    expect(mentions.groups).toEqual([90])
    expect(html).toContain('>Administrators</span>')
  })

  it('links only to channels whose messages the sender can read', () => {
    const directory = createOrganization()
    expect(mentionedBy(directory, 10, '#**secret** #**public** #**Public**').html).toBe(
      '<p>#<strong>secret</strong> <a class="stream" data-stream-id="20" href="/#narrow/channel/20-public">#public</a> ' +
        '#<strong>Public</strong></p>',
    )
    expect(mentionedBy(directory, 11, '#**secret**').hasLink).toBe(true)
  })

  it('lets limited guests mention only users of their channels', () => {
    const directory = createOrganization()
    expect(mentionedBy(directory, 12, '@**Alice** @**Bob**').mentions.users).toEqual([10, 11])
    directory.contacts = new Map()
    expect(mentionedBy(directory, 12, '@**Alice** @**|11** @**Gil Guest**').mentions.users).toEqual([12])
    putChannel(directory, 22, 'shared', [10, 12], false)
    expect(mentionedBy(directory, 12, '@**Alice** @**Bob**').mentions.users).toEqual([10])
  })

  it('knows the active custom emoji', () => {
    const directory = createOrganization()
    const emoji = { authorId: 10, isAnimated: false }
    directory.putCustomEmoji([
      { ...emoji, id: 7, name: 'loquat', fileName: '7.png', deactivated: false },
      { ...emoji, id: 8, name: 'plum', fileName: '8.png', deactivated: true },
    ])
    expect(mentionedBy(directory, 10, ':loquat: :plum:').html).toBe(
      '<p><img alt=":loquat:" class="emoji" src="/user_avatars/1/emoji/images/7.png" title="loquat"> :plum:</p>',
    )
  })

  it('turns emoticons into emoji for users who turned that on', () => {
    const directory = createOrganization()
    expect(mentionedBy(directory, 10, ':)').html).toBe('<p>:)</p>')
    putUser(directory, 10, { fullName: 'Alice', settings: { translate_emoticons: true } })
    expect(mentionedBy(directory, 10, ':)').html).toContain('emoji-1f642')
  })
})
