import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { entriesOf, tarGzOf } from '../features/imports/archives/testing/archives.ts'
import { sampleFiles, start } from '../features/imports/zulip/testing/sample.ts'
import { admin, archiveFile, download, imported, statusAt } from './testing/import-world.ts'

describe('an export of Zulip', () => {
  it('becomes an organization with everything in it', async () => {
    const world = await createWorld()
    const path = await archiveFile(tarGzOf(entriesOf(sampleFiles())), 'export.tar.gz')
    const dry = await admin(world, 'import', 'zulip', path, '--dry-run')
    expect(dry).toMatchObject({ exitCode: 0, dry_run: true, organization: { realm_id: null } })
    expect(await statusAt(world, 'orchard')).toBe(404)

    const report = await admin(world, 'import', 'zulip', path)
    expect(report).toMatchObject({
      exitCode: 0,
      organization: { subdomain: 'orchard' },
      imported: {
        users: 7,
        bots: 1,
        channels: 3,
        messages: 9,
        direct_messages: 4,
        reactions: 2,
        files: 1,
        emoji: 1,
        groups: 1,
        subscriptions: 5,
        avatars: 1,
      },
      skipped: [
        { what: 'addresses', why: 'not in the archive', count: 2 },
        { what: 'emoji', why: 'picture cannot be read', count: 1 },
        { what: 'files', why: 'bytes are not in the archive', count: 1 },
        { what: 'linkifiers', why: 'pattern refused', count: 1 },
        { what: 'reactions', why: 'emoji is not known', count: 1 },
        { what: 'reactions', why: 'message is not in the archive', count: 1 },
      ],
      bots: [{ name: 'Counter', owner: 'ada@orchard.example' }],
      dry_run: false,
    })
    expect({ ...report, organization: null, seconds: 0, dry_run: true }).toEqual({
      ...dry,
      organization: null,
      seconds: 0,
    })
    expect(await statusAt(world, 'orchard')).toBe(200)

    const ada = await imported(world, 'orchard', 'ada@orchard.example')
    const { messages } = await ada.getMessages({
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    expect(messages.map(({ content }) => content)).toEqual([
      'hello all',
      expect.stringMatching(
        /^ask @\*\*Ada\*\* and @_\*\*Cid\*\*, see #\*\*orchard>plums@\d+\*\* or #narrow\/channel\/\d+-orchard\/topic\/plums\/near\/\d+$/,
      ),
      expect.stringMatching(/^\[list\]\(\/user_uploads\/[^)]+\) :\w+: `:dog: @\*\*Ada\|11\*\*`$/),
      'to Ben',
      'back to Ada',
      'to both',
      'a notice',
      'from nobody in the list',
      'note to self',
    ])
    const [first, second, third] = messages
    expect(second?.content).toContain(`plums@${first?.id}**`)
    expect(messages.map(({ timestamp }) => timestamp)).toEqual(
      [201, 202, 203, 204, 205, 206, 207, 208, 209].map((n) => start + n),
    )
    expect(first).toMatchObject({
      subject: 'plums',
      client: 'website',
      last_edit_timestamp: start + 800,
      last_moved_timestamp: start + 900,
    })
    expect(first?.reactions.map(({ emoji_name, reaction_type }) => [emoji_name, reaction_type])).toEqual([
      ['tada', 'unicode_emoji'],
      ['plum', 'realm_emoji'],
    ])
    expect(messages[6]).toMatchObject({ sender_full_name: 'Notification Bot' })
    expect(messages[7]).toMatchObject({ sender_full_name: 'Unknown user 77' })
    expect(messages[3]?.recipient_id).not.toBe(messages[5]?.recipient_id)

    const { messages: html } = await ada.getMessages({ message_ids: [second!.id, third!.id] })
    expect(html[0]?.content).toContain(`data-user-id="${ada.userId}"`)
    expect(html.map(({ content }) => content).join()).not.toContain('<script')
    expect(html[0]?.flags).toEqual(['read', 'mentioned'])
    const { message_history } = await ada.getMessageHistory({ message_id: first!.id })
    expect(message_history.map(({ content, topic }) => [content, topic])).toEqual([
      ['hello @**Ben**', 'pears'],
      ['hello all', 'pears'],
      ['hello all', 'plums'],
    ])
    expect(JSON.stringify(message_history)).not.toContain('script')
    const file = /\/user_uploads\/[^)]+/.exec(third?.content ?? '')?.[0] ?? ''
    expect(await download(world, 'orchard', 'ada@orchard.example', file)).toBe('plums!')

    const client_capabilities = { notification_settings_null: true, linkifier_url_template: true }
    const state = await ada.register({ client_capabilities })
    expect(state).toMatchObject({
      realm_name: 'The Orchard',
      realm_mandatory_topics: true,
      realm_icon_source: 'U',
    })
    expect(state.realm_users?.map(({ full_name }) => full_name).sort()).toEqual(['Ada', 'Ben', 'Counter'])
    expect(state.realm_non_active_users?.map(({ full_name }) => full_name).sort()).toEqual([
      'Cid',
      'Dot',
      'Mirror',
      'Unknown user 77',
    ])
    expect(state.realm_bots?.find(({ full_name }) => full_name === 'Counter')).toMatchObject({
      bot_type: 3,
      default_sending_stream: 'orchard',
      default_events_register_stream: null,
      default_all_public_streams: true,
      services: [
        { base_url: 'https://count.example/hook', interface: 2, token: expect.not.stringMatching(/^old$/) },
      ],
    })
    const counter = await imported(world, 'orchard', 'counter-bot@orchard.zulip.example')
    expect((await counter.getBotStorage({})).storage).toEqual({ apples: '12' })
    expect(state.realm_linkifiers).toHaveLength(1)
    expect(state.alert_words).toEqual(['Frost'])
    expect(state.muted_users).toHaveLength(1)
    expect(state.user_settings).toMatchObject({ enter_sends: true, timezone: 'Europe/Berlin' })
    expect(state.unread_msgs?.count).toBe(0)
    expect(state.subscriptions?.map(({ name }) => name).sort()).toEqual(['orchard', 'secret'])
    const gardeners = state.realm_user_groups?.find(({ name }) => name === 'gardeners')
    expect(gardeners).toMatchObject({ description: 'Green', direct_subgroup_ids: [expect.any(Number)] })
    const orchard = state.subscriptions?.find(({ name }) => name === 'orchard')
    expect(orchard).toMatchObject({ description: 'Trees and more', can_send_message_group: gardeners?.id })

    // Links with old IDs find the message.
    expect(state.realm_old_message_ids_below).toBe(first?.id)
    const byOldId = { message_id: 201, by_imported_id: true }
    expect(first?.id).toBeGreaterThan(209)
    expect((await ada.getMessage(byOldId)).message.id).toBe(first?.id)
    await expect(ada.getMessage({ message_id: 201 })).rejects.toMatchObject(withReason('message-not-found'))

    const ben = await imported(world, 'orchard', 'ben@orchard.example')
    await expect(ben.getMessage({ message_id: 209, by_imported_id: true })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
    const his = await ben.register()
    expect(his.unread_msgs).toMatchObject({
      count: 2,
      streams: [{ topic: 'notices', unread_message_ids: [messages[6]?.id, messages[7]?.id] }],
    })
    expect(his.starred_messages).toEqual([first?.id])
    expect(his.user_topics).toMatchObject([{ topic_name: 'plums', visibility_policy: 3 }])
    expect(his.subscriptions).toMatchObject([{ name: 'orchard', pin_to_top: true, color: '#123456' }])
    expect(his.realm_users?.find(({ full_name }) => full_name === 'Ben')?.role).toBe(600)

    const again = await admin(world, 'import', 'zulip', path)
    expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining('This subdomain is taken') })
  })
})
