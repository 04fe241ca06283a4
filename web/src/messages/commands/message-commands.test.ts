import type { FetchedMessage, InitialState } from '@loquat/contract'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bindingOf } from '../../keyboard/keys.ts'
import type { FeedView } from '../../navigation/narrow.ts'
import type { CommandPlace, MessageCommand } from './message-command.ts'

let commands: readonly MessageCommand[] = []
let idsIn: (place: CommandPlace, message: FetchedMessage, view: FeedView, org?: InitialState) => string[]
let denialsIn: (message: FetchedMessage) => Record<string, string | undefined>

const me = 7
const org: InitialState = {
  user_id: me,
  realm_enable_read_receipts: true,
  realm_moderation_request_channel_id: 3,
  is_moderator: true,
}
const feed: FeedView = { kind: 'feed' }
const topic: FeedView = { kind: 'topic', channelId: 2, topic: 'plans' }
const edited = {
  id: 1,
  sender_id: me,
  stream_id: 2,
  subject: 'plans',
  display_recipient: 'design',
  content: '<p>Plums</p>',
  flags: [],
  reactions: [],
  last_edit_timestamp: 5,
} as unknown as FetchedMessage
const others = { ...edited, sender_id: 8 } as FetchedMessage

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('innerWidth', 1_280)
  const { useSession } = await import('../../session/session.ts')
  useSession.setState({ org })
  commands = (await import('./message-commands.ts')).messageCommands
  const { listCommands } = await import('./list-commands.ts')
  idsIn = (place, message, view, state = org) =>
    listCommands(place, { message, view }, state, 0).map(({ command }) => command.id)
  denialsIn = (message) =>
    Object.fromEntries(
      listCommands('menu', { message, view: feed }, org, 0).map(({ command, denial }) => [
        command.id,
        denial,
      ]),
    )
})

describe('Message commands', () => {
  it('have a unique ID and key', () => {
    const keys = commands.flatMap((command) => (command.keys === undefined ? [] : [bindingOf(command.keys)]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  })

  it('are all in the menu and in the sheet, except those of reactions, images and the sender', () => {
    const inMenu = new Set([...idsIn('menu', edited, feed), ...idsIn('menu', others, feed)])
    const inSheet = new Set([...idsIn('sheet', edited, feed), ...idsIn('sheet', others, feed)])
    const ids = commands.map(({ id }) => id)
    // The bar and the reactions of the sheet have the first two. The message itself offers the rest.
    const offeredElsewhere = ['react', 'thumbsUp', 'mention', 'sameReaction', 'image', 'sender']
    expect(ids.filter((id) => !inMenu.has(id)).sort()).toEqual(offeredElsewhere.toSorted())
    expect(ids.filter((id) => !inSheet.has(id)).sort()).toEqual(
      offeredElsewhere.filter((id) => id !== 'sender').toSorted(),
    )
  })

  it('of the bar are in the order of the bar', () => {
    expect(idsIn('bar', edited, feed)).toEqual(['thumbsUp', 'react', 'reply', 'star'])
  })

  it('are all commands of the keyboard and the switcher', async () => {
    const { commands: registered } = await import('../../keyboard/registry.ts')
    const keysOf = new Map(registered.map(({ id, keys }) => [id, keys]))
    for (const { id, keys } of commands) expect(keysOf.get(id)).toEqual(keys === undefined ? [] : [keys])
  })

  it('are listed only where they make sense', () => {
    expect(idsIn('menu', edited, topic)).not.toContain('inContext')
    expect(idsIn('menu', edited, feed)).not.toContain('replyToSender')
    expect(idsIn('menu', others, feed)).toContain('replyToSender')
    expect(idsIn('menu', others, feed)).not.toContain('edit')
    expect(idsIn('menu', edited, feed, { user_id: me })).not.toContain('receipts')
    const { last_edit_timestamp: _, ...unedited } = edited
    expect(idsIn('menu', unedited as FetchedMessage, feed)).not.toContain('history')
  })

  it('that are not allowed are listed with the reason', () => {
    expect(denialsIn(edited).move).toBeDefined()
    expect(denialsIn(edited).copyLink).toBeUndefined()
  })
})
