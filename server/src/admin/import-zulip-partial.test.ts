import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deleteUnusedUploads } from '../features/conversation/uploads/jobs.ts'
import { entriesOf, tarGzOf } from '../features/imports/archives/testing/archives.ts'
import { sampleFiles, sampleTables, start } from '../features/imports/zulip/testing/sample.ts'
import { admin, archiveFile, download, imported } from './testing/import-world.ts'

const secret = 52
const laterPath = '2/ef/Aa/later.txt'
const listedPath = '2/ef/Bb/listed.txt'
const inYear2100 = 4_102_444_800

const user = (id: number, full_name: string, changes: object = {}) => ({
  ...{ id, full_name, role: 400, is_active: true, is_bot: false, date_joined: start, avatar_source: 'G' },
  delivery_email: `${full_name.toLowerCase()}@orchard.example`,
  ...changes,
})

const message = (id: number, content: string, rendered_content: string | null = null) => ({
  ...{ id, sender: 11, recipient: secret, subject: 'news', content, rendered_content },
  date_sent: start + id + 0.5,
})

const event = (event_type: number, modified_user: number, afterMessage: number) => ({
  ...{ event_type, modified_user, modified_stream: 32 },
  event_time: start + afterMessage + 0.7,
})

const [subscribed, subscribedAgain, unsubscribed] = [301, 302, 303]

const scheduled = (id: number, content: string, changes: object = {}) => ({
  ...{ id, sender: 11, recipient: 51, stream: 31, subject: 'plums', content, delivered: false },
  ...{ failed: false, delivery_type: 1, scheduled_timestamp: inYear2100 },
  ...changes,
})

const attachment = (id: number, path_id: string, scheduled_messages: number[]) => ({
  ...{ id, file_name: path_id.split('/').at(-1), path_id, owner: 11, create_time: start, size: 5 },
  ...{ messages: [], scheduled_messages },
})

/** People without consent have no rows of messages: Eve and Fay. Gil and Ivy are idle since messages 211 and 202. */
function partialFiles() {
  const tables = sampleTables()
  const people = [
    user(17, 'Eve'),
    user(18, 'Fay', { last_login: start + 300 }),
    user(19, 'Gil', { long_term_idle: true, last_active_message_id: 211 }),
    user(20, 'Hal'),
    user(21, 'Ivy', { long_term_idle: true, last_active_message_id: 202 }),
  ]
  const files = sampleFiles({
    ...tables,
    zerver_userprofile: [...tables.zerver_userprofile, ...people] as typeof tables.zerver_userprofile,
    zerver_stream: [
      ...tables.zerver_stream,
      {
        ...{ id: 34, name: 'closed', invite_only: true, history_public_to_subscribers: false },
        ...{ date_created: start, can_send_message_group: 4_711 },
      },
    ] as typeof tables.zerver_stream,
    zerver_recipient: [
      ...tables.zerver_recipient,
      { id: 55, type: 2, type_id: 34 },
      // Its channel was left out.
      { id: 56, type: 2, type_id: 35 },
    ],
    zerver_subscription: [
      ...tables.zerver_subscription,
      ...[17, 18, 19, 21].map((id) => ({ user_profile: id, recipient: secret, active: true })),
      { user_profile: 20, recipient: secret, active: false },
      { user_profile: 20, recipient: 56, active: true },
    ],
    ...{
      zerver_realmauditlog: [
        event(subscribed, 17, 210),
        event(unsubscribed, 17, 211),
        event(subscribedAgain, 17, 213),
        event(subscribed, 21, 212),
        // Without an event of its beginning.
        event(unsubscribed, 20, 212),
        { event_type: 101, event_time: start, modified_user: 17 },
      ],
      zerver_scheduledmessage: [
        scheduled(1, `[later](/user_uploads/${laterPath}) :stray_cat:`),
        scheduled(2, 'too late', { scheduled_timestamp: start }),
      ],
      zerver_userpresence: [
        { user_profile: 17, last_active_time: start + 100, last_connected_time: start + 200 },
      ],
    },
  })
  const html =
    '<p><span aria-label="cat" class="emoji emoji-1f408" role="img" title="cat">:stray_cat:</span></p>'
  return {
    ...files,
    'zulip-export-x/migration_status.json': { zulip_version: '13.1' },
    'zulip-export-x/messages-000003.json': {
      zerver_message: [
        message(210, 'a :stray_cat: in the tree'),
        message(211, 'two\0'),
        message(212, ':stray_cat:', html),
        message(213, 'four @**Zoe|78**'),
        message(214, 'five'),
      ],
      zerver_usermessage: [
        ...[210, 211, 212, 213, 214].map((id) => ({ user_profile: 11, message: id, flags_mask: 1 })),
        { user_profile: 19, message: 211, flags_mask: 1 },
        { user_profile: 21, message: 214, flags_mask: 1 },
      ],
    },
    'zulip-export-x/attachment.json': {
      zerver_attachment: [attachment(1, laterPath, [1]), attachment(2, listedPath, [1])],
    },
    [`zulip-export-x/uploads/${laterPath}`]: 'later',
    [`zulip-export-x/uploads/${listedPath}`]: 'there',
  }
}

describe('A partial export of Zulip', () => {
  it('is completed by the audit log, by the HTML of other messages and by logins', async () => {
    const world = await createWorld()
    const path = await archiveFile(tarGzOf(entriesOf(partialFiles())), 'export.tar.gz')
    const report = await admin(world, 'import', 'zulip', path)
    expect(report).toMatchObject({ exitCode: 0, imported: { channels: 4, messages: 14, files: 2 } })
    // The channel itself is imported; its messages are what is lost.
    expect(report.skipped).toContainEqual({
      ...{ what: 'private channel histories', why: 'not in the archive', count: 1 },
    })
    expect(report.skipped).toContainEqual({ what: 'scheduled messages', why: 'time has passed', count: 1 })
    // Eve and Fay are subscribed, but received nothing.
    expect(report.skipped).toContainEqual({ what: 'people', why: 'did not agree to the export', count: 2 })
    // The group of one permission is missing; it has its initial value.
    expect(report.skipped).toContainEqual({
      ...{ what: 'permissions', why: 'group is not in the archive', count: 1 },
    })
    expect(report.skipped).toContainEqual({
      ...{ what: 'subscriptions', why: 'channel is not in the archive', count: 1 },
    })
    expect(report.skipped).toContainEqual({ what: 'mentions', why: 'not in the list of people', count: 1 })
    expect(report.skipped).toContainEqual({ what: 'texts', why: 'characters removed', count: 1 })
    expect(report.warnings).toEqual([
      {
        message: 'The archive is from Zulip 13.1, which is newer than this importer knows.',
        reason: 'archive-product-newer',
        reason_params: { product: 'Zulip', version: '13.1' },
      },
    ])

    const ada = await imported(world, 'orchard', 'ada@orchard.example')
    const secretTo = async (name: string) => {
      const api = await imported(world, 'orchard', `${name}@orchard.example`)
      const narrow = [{ operator: 'channel', operand: 'secret' }]
      const wanted = {
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        apply_markdown: false,
        narrow,
      } as const
      return (await api.getMessages(wanted)).messages
    }
    const all = await secretTo('ada')
    const numbersOf = async (name: string) => (await secretTo(name)).map(({ timestamp }) => timestamp - start)
    expect(all.map(({ timestamp }) => timestamp - start)).toEqual([203, 210, 211, 212, 213, 214])
    expect(await numbersOf('eve')).toEqual([211, 214])
    expect(await numbersOf('fay')).toEqual([203, 210, 211, 212, 213, 214])
    expect(await numbersOf('gil')).toEqual([211, 212, 213, 214])
    expect(await numbersOf('ivy')).toEqual([213, 214])
    for (const name of ['eve', 'fay', 'gil', 'ivy']) {
      const api = await imported(world, 'orchard', `${name}@orchard.example`)
      expect((await api.register({})).unread_msgs?.count).toBe(0)
    }
    // Hal reads what he had received if he is subscribed again.
    const hal = await imported(world, 'orchard', 'hal@orchard.example')
    await ada.subscribe({ subscriptions: [{ name: 'secret' }], principals: [hal.userId] })
    expect((await numbersOf('hal')).filter((number) => number < 300)).toEqual([203, 210, 211, 212])

    expect(all.map(({ content }) => content).slice(1, 4)).toEqual(['a :cat: in the tree', 'two', ':cat:'])

    const { scheduled_messages } = await ada.getScheduledMessages()
    expect(scheduled_messages).toMatchObject([
      { content: expect.stringMatching(`^\\[later\\]\\(/user_uploads/\\S+/later.txt\\) :cat:$`) },
    ])
    world.clock.advance(50 * 86_400)
    await deleteUnusedUploads.run(world.app, {})
    const names = (await ada.getAttachments()).attachments.map((one) => one.name)
    expect(names.sort()).toEqual(['later.txt', 'listed.txt'])
    const file = /\/user_uploads\/[^)]+/.exec(scheduled_messages[0]?.content ?? '')?.[0] ?? ''
    expect(await download(world, 'orchard', 'ada@orchard.example', file)).toBe('later')

    const seen = async (address: string) =>
      (await ada.getPresence({ user_id_or_email: address })).presence.aggregated
    expect((await seen('fay@orchard.example'))?.timestamp).toBe(start + 300)
  })
})
