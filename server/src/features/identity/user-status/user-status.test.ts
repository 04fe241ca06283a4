import {
  addBot,
  changeRows,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const statusOf = async (viewer: Person, person: Person) =>
  (await viewer.api.getStatus({ user_id: person.id })).status
const registered = async (viewer: Person) =>
  (await viewer.api.register({ fetch_event_types: ['user_status'] })).user_status

const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const
const nothing = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' } as const

async function addEmoji(world: World, name: string, deactivated = false): Promise<void> {
  const realm = await world.app.realms.byHost('')
  await changeRows(
    world,
    { customEmoji: true },
    sql`insert into custom_emoji (realm_id, name, file_name, deactivated)
      values (${realm?.id}, ${name}, 'x.png', ${deactivated})`,
  )
}

describe('POST /users/me/status', () => {
  it('publishes only the sent values to everyone', async () => {
    const { alice, carol, dave, greta } = await createWorld()
    const set = (params: Parameters<typeof carol.api.updateStatus>[0]) =>
      eventsPerUser({ alice, carol, dave, greta }, () => carol.api.updateStatus(params))
    const steps = [
      [{ status_text: ' out to lunch ' }, { status_text: 'out to lunch' }],
      [{ emoji_name: 'tada' }, tada],
      [{ emoji_name: 'tada' }, tada],
      [
        { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' },
        { status_text: '', ...nothing },
      ],
    ] as const
    for (const [sent, received] of steps) {
      for (const events of Object.values(await set(sent))) {
        expect(events).toEqual([
          { type: 'user_status', user_id: carol.id, ...received, id: expect.any(Number) },
        ])
      }
    }
  })

  it('keeps values that are not sent', async () => {
    const { carol, dave } = await createWorld()
    expect(await statusOf(dave, carol)).toEqual({})
    await carol.api.updateStatus({ status_text: 'busy' })
    await carol.api.updateStatus({ emoji_name: 'tada' })
    expect(await statusOf(dave, carol)).toEqual({ status_text: 'busy', ...tada })
    expect(await registered(dave)).toEqual({ [carol.id]: { status_text: 'busy', ...tada } })
    await carol.api.updateStatus({ status_text: '' })
    expect(await statusOf(dave, carol)).toEqual(tada)
    await carol.api.updateStatus({ emoji_name: '' })
    expect(await statusOf(dave, carol)).toEqual({})
    expect(await registered(dave)).toEqual({})
  })

  it('is away while the user hides their presence', async () => {
    const { carol, dave } = await createWorld()
    const gone = await eventsPerUser({ carol, dave }, () => carol.api.updateStatus({ away: true }))
    expect(eventTypesOf(gone.carol ?? [])).toContain('user_settings:update')
    expect(gone.dave?.at(-1)).toMatchObject({ type: 'user_status', user_id: carol.id, away: true })
    expect(await statusOf(dave, carol)).toEqual({ away: true })
    const { user_settings } = await carol.api.register({ fetch_event_types: ['user_settings'] })
    expect(user_settings?.presence_enabled).toBe(false)
    const back = await eventsPerUser({ carol, dave }, () =>
      carol.api.updateSettings({ presence_enabled: true }),
    )
    expect(back.dave?.filter((event) => event.type === 'user_status')).toMatchObject([{ away: false }])
    expect(await statusOf(dave, carol)).toEqual({})
  })

  it('is away only for users who ever set a status', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.updateSettings({ presence_enabled: false })
    expect(await statusOf(dave, carol)).toEqual({})
    await eventsPerUser({ carol, dave }, () => carol.api.updateStatus({ status_text: 'busy' }))
    expect(await statusOf(dave, carol)).toEqual({ away: true, status_text: 'busy' })
  })

  it('refuses empty requests, long texts and mismatched emoji', async () => {
    const world = await createWorld()
    const { carol } = world
    await addEmoji(world, 'old_plum', true)
    const bad: [object, object][] = [
      [{}, withReason('status-change-empty')],
      [{ emoji_code: '1f389' }, withReason('status-change-empty')],
      [{ reaction_type: 'unicode_emoji' }, withReason('status-change-empty')],
      [{ status_text: 'x', emoji_code: '1f389' }, withReason('status-emoji-name-missing')],
      [{ status_text: 'x'.repeat(61) }, withReason('status-text-too-long', { max: 60 })],
      [{ emoji_name: 'no_such_emoji' }, withReason('emoji-name-not-found', { name: 'no_such_emoji' })],
      [{ emoji_name: 'tada', emoji_code: '1f44d' }, withReason('emoji-name-mismatch')],
      [{ emoji_name: 'tada', reaction_type: 'realm_emoji' }, withReason('emoji-code-not-found')],
      [{ emoji_name: 'tada', reaction_type: 'other' }, withReason('status-emoji-type-not-found')],
      [{ emoji_name: 'old_plum' }, withReason('emoji-name-not-found')],
      [
        { emoji_name: 'old_plum', emoji_code: '1', reaction_type: 'realm_emoji' },
        withReason('emoji-code-not-found'),
      ],
    ]
    for (const [params, error] of bad) {
      await expect(carol.api.updateStatus(params), JSON.stringify(params)).rejects.toMatchObject(error)
    }
    await carol.api.updateStatus({ status_text: ` ${'🍑'.repeat(60)} ` })
  })

  it('prefers a custom emoji to a built-in one with the same name', async () => {
    const world = await createWorld()
    await addEmoji(world, 'tada')
    await world.carol.api.updateStatus({ emoji_name: 'tada' })
    expect(await statusOf(world.dave, world.carol)).toMatchObject({ reaction_type: 'realm_emoji' })
  })

  it('is not for bots', async () => {
    const world = await createWorld()
    const bot = await addBot(world, world.carol)
    await expect(bot.api.updateStatus({ status_text: 'beep' })).rejects.toMatchObject(
      withReason('caller-is-bot'),
    )
    await expect(statusOf(world.carol, bot)).rejects.toMatchObject(withReason('user-not-found'))
  })
})

describe('The status of a user', () => {
  it('is hidden while their account is deactivated', async () => {
    const { alice, carol, dave } = await createWorld()
    await dave.api.updateStatus({ status_text: 'busy', emoji_name: 'tada' })
    await eventsPerUser({ carol }, () => alice.api.deactivateUser({ user_id: dave.id }))
    await expect(statusOf(carol, dave)).rejects.toMatchObject(withReason('user-not-found'))
    expect(await registered(carol)).toEqual({})
    const received = await eventsPerUser({ carol }, () => alice.api.reactivateUser({ user_id: dave.id }))
    expect(received.carol?.at(-1)).toMatchObject({ type: 'user_status', status_text: 'busy', ...tada })
    await expect(carol.api.getStatus({ user_id: 404_404 })).rejects.toMatchObject(
      withReason('user-not-found'),
    )
  })
})
