import { type Component, componentLimits } from '@loquat/contract'
import { createWorld, expectEventsToReproduceState, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, idOf } from '../../places/channels/testing/fixtures.ts'
import { addBot, ask, componentsOf, inGeneral, listen, yes } from './testing/fixtures.ts'

const menu = {
  type: 'select',
  id: 'kind',
  label: 'Kind',
  options: [
    { value: 'plum', label: 'Plum' },
    { value: 'fig', label: 'Fig' },
  ],
} satisfies Component
const form: Component = {
  type: 'button',
  id: 'order',
  label: 'Order',
  confirm: { title: 'Sure?' },
  form: {
    title: 'Order',
    fields: [
      { type: 'text', id: 'what', label: 'What', required: true, min_length: 2, max_length: 5 },
      { type: 'text', id: 'count', label: 'Count', format: 'number' },
      { type: 'text', id: 'mail', label: 'Mail', format: 'email' },
      { type: 'text', id: 'link', label: 'Link', format: 'url' },
      { type: 'select', id: 'size', label: 'Size', options: [{ value: 's', label: 'Small' }] },
      { type: 'checkbox', id: 'sure', label: 'Sure', required: true },
    ],
  },
}

describe('The components of a message', () => {
  it('are sent by bots, shown in fetched messages, replaced by the bot, and leave the message editable', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world)
    const id = await ask(bot, [yes, menu, form])
    expect(await componentsOf(dave, id)).toEqual([yes, menu, form])
    const disabled = { ...yes, disabled: true }
    await expectEventsToReproduceState(dave, async () => {
      await bot.api.updateComponents({ message_id: id, components: [disabled] })
    })
    const fetched = async () => {
      const range = { anchor: 'newest', num_before: 9, num_after: 0, narrow: [] }
      const { messages } = await dave.api.getMessages(range)
      return messages.find((one) => one.id === id)?.submessages.map((one) => JSON.parse(one.content))
    }
    expect(await componentsOf(dave, id)).toEqual([disabled])
    expect(await fetched()).toEqual([{ components: [disabled] }])
    await bot.api.updateMessage({ message_id: id, content: 'Ripe!' })
    await bot.api.updateMessage({ message_id: id, topic: 'figs' })
    expect(await componentsOf(dave, id)).toEqual([disabled])
    await bot.api.updateComponents({ message_id: id, components: [] })
    expect(await fetched()).toEqual([{ components: [] }])

    await expect(
      carol.api.sendMessage({ ...inGeneral, content: 'x', components: [yes] }),
    ).rejects.toMatchObject(withReason('components-denied'))
    await expect(carol.api.updateComponents({ message_id: id, components: [] })).rejects.toMatchObject(
      withReason('components-denied'),
    )
    const other = await addBot(world, 'Figbot')
    await expect(other.api.updateComponents({ message_id: id, components: [] })).rejects.toMatchObject(
      withReason('components-not-own'),
    )
    await expect(
      bot.api.addSubmessage({ message_id: id, msg_type: 'components', content: '{}' }),
    ).rejects.toMatchObject(withReason('submessage-type-reserved'))
  })

  it('are rejected if they are malformed or too many', async () => {
    const world = await createWorld()
    const bot = await addBot(world)
    const option = { value: 'a', label: 'A' }
    const malformed: Component[][] = [
      [yes, yes],
      [{ ...menu, options: [] }],
      [{ ...menu, options: [option, option] }],
      [{ ...menu, selected: 'pear' }],
      [{ ...yes, form: { title: 'Order', fields: [] } }],
      [
        {
          ...yes,
          form: {
            title: 'Order',
            fields: [{ type: 'text', id: 'a', label: 'A', min_length: 5, max_length: 4 }],
          },
        },
      ],
      Array.from({ length: 25 }, (_, n) => ({ ...yes, id: `b${n}`, value: 'x'.repeat(2_000) })),
    ]
    for (const components of malformed) {
      await expect(ask(bot, components), JSON.stringify(components).slice(0, 200)).rejects.toMatchObject({
        reason: 'components-malformed',
      })
    }
    const invalid = [
      '{}',
      '[{}]',
      JSON.stringify([{ ...yes, type: 'slider' }]),
      JSON.stringify([{ ...yes, id: 'a b' }]),
      JSON.stringify([{ ...yes, label: '' }]),
      JSON.stringify([{ ...yes, label: 'x'.repeat(componentLimits.labelLength + 1) }]),
      JSON.stringify([{ ...yes, onclick: 'x' }]),
      JSON.stringify(
        Array.from({ length: componentLimits.perMessage + 1 }, (_, n) => ({ ...yes, id: `${n}` })),
      ),
    ]
    for (const components of invalid) {
      const body = new URLSearchParams({ ...inGeneral, content: 'x', components })
      const response = await world.raw('/api/v1/messages', { method: 'POST', as: bot, body })
      expect(response.status, components.slice(0, 200)).toBe(400)
    }
    await expect(
      bot.api.sendMessage({ ...inGeneral, content: 'x', components: [yes], widget_content: '{}' }),
    ).rejects.toMatchObject({ reason: 'components-malformed' })
  })
})

describe('POST /messages/{message_id}/interactions', () => {
  it('delivers clicks, choices and forms to the bot, and a repeated request only once', async () => {
    const world = await createWorld()
    const { dave } = world
    const bot = await addBot(world)
    const message_id = await ask(bot, [yes, menu, form])
    const queue = await listen(bot)
    const send = async (input: Omit<Parameters<Person['api']['interact']>[0], 'message_id'>) =>
      (await dave.api.interact({ message_id, ...input })).interaction_id
    const first = await send({ component_id: 'yes', request_id: 'r1' })
    expect(await send({ component_id: 'yes', request_id: 'r1' })).toBe(first)
    await send({ component_id: 'kind', value: 'fig' })
    const fields = { what: 'figs', count: '-1.5', mail: 'a@b', link: 'https://a.b', size: 's', sure: true }
    await send({ component_id: 'order', fields })
    await send({ component_id: 'order', fields: { what: 'figs', sure: true } })
    const place = { stream_id: await idOf(dave, 'general'), topic: 'plums' }
    const [clicked, ...others] = await queue.interactions()
    expect(clicked).toEqual({
      interaction_id: first,
      kind: 'action',
      user_id: dave.id,
      timestamp: expect.any(Number),
      message_id,
      ...place,
      component_id: 'yes',
      value: 'y',
      response_url: expect.stringContaining(`/api/v1/interactions/${first}.`),
    })
    expect(others).toMatchObject([
      { component_id: 'kind', value: 'fig' },
      { component_id: 'order', fields },
      {
        component_id: 'order',
        fields: { what: 'figs', count: '', mail: '', link: '', size: '', sure: true },
      },
    ])

    const good = { what: 'figs', sure: true }
    const bad = [
      [{ component_id: 'no' }, 'component-not-found'],
      [{ component_id: 'kind' }, 'component-value-invalid'],
      [{ component_id: 'kind', value: 'pear' }, 'component-value-invalid'],
      [{ component_id: 'yes', fields: { what: 'x' } }, 'form-field-unknown'],
      [{ component_id: 'order', fields: { ...good, other: 'x' } }, 'form-field-unknown'],
      [{ component_id: 'order' }, 'form-field-required'],
      [{ component_id: 'order', fields: { ...good, what: ' ' } }, 'form-field-required'],
      [{ component_id: 'order', fields: { ...good, sure: false } }, 'form-field-required'],
      [{ component_id: 'order', fields: { ...good, what: true } }, 'form-field-not-text'],
      [{ component_id: 'order', fields: { ...good, sure: 'yes' } }, 'form-field-not-boolean'],
      [{ component_id: 'order', fields: { ...good, what: 'f' } }, 'form-field-too-short'],
      [{ component_id: 'order', fields: { ...good, what: 'figs!!' } }, 'form-field-too-long'],
      [{ component_id: 'order', fields: { ...good, count: 'two' } }, 'form-field-not-number'],
      [{ component_id: 'order', fields: { ...good, mail: 'a' } }, 'form-field-not-email'],
      [{ component_id: 'order', fields: { ...good, link: 'javascript:1' } }, 'form-field-not-url'],
      [{ component_id: 'order', fields: { ...good, size: 'xl' } }, 'form-field-option-unknown'],
    ] as const
    for (const [input, reason] of bad) {
      await expect(send(input), JSON.stringify(input)).rejects.toMatchObject({ reason })
    }
    expect(await queue.take()).toEqual([])
    await bot.api.updateComponents({ message_id, components: [{ ...yes, disabled: true }] })
    await expect(send({ component_id: 'yes' })).rejects.toMatchObject(withReason('component-disabled'))
  })

  it('is for people who can read the message, while the bot is active; bots learn no hidden places', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    const bot = await addBot(world)
    await carol.api.subscribe({
      subscriptions: [{ name: 'den' }],
      invite_only: true,
      principals: [carol.id, bot.id],
    })
    const queue = await listen(bot)
    const den = await ask(bot, [yes], 'den')
    const general = await ask(bot)
    const click = ({ api }: Person, message_id: number) => api.interact({ message_id, component_id: 'yes' })
    // Hidden and missing messages look the same to bots as well.
    const stranger = await addBot(world, 'Figbot')
    for (const message_id of [den, 404_404]) {
      await expect(stranger.api.updateComponents({ message_id, components: [] })).rejects.toMatchObject(
        withReason('message-not-found'),
      )
    }
    await click(greta, general)
    await click(carol, den)
    await expect(click(dave, den)).rejects.toMatchObject(withReason('message-not-found'))
    await expect(click(carol, 404_404)).rejects.toMatchObject(withReason('message-not-found'))
    await expect(click(bot, general)).rejects.toMatchObject(withReason('caller-is-bot'))
    const anonymous = await world.raw(`/api/v1/messages/${general}/interactions`, {
      method: 'POST',
      body: new URLSearchParams({ component_id: 'yes' }),
    })
    expect(anonymous.status).toBe(401)

    // The bot no longer has access to the place of its message.
    await queue.take()
    await alice.api.subscribe({
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      principals: [alice.id, bob.id],
    })
    await alice.api.updateMessage({ message_id: general, stream_id: await idOf(alice, 'vault') })
    await click(bob, general)
    const [hidden] = await queue.interactions()
    expect(hidden).toMatchObject({ user_id: bob.id, message_id: general })
    expect(hidden).not.toHaveProperty('stream_id')
    expect(hidden).not.toHaveProperty('topic')

    await archive(world, await idOf(carol, 'den'))
    await expect(click(carol, den)).rejects.toMatchObject(withReason('message-not-found'))
    const last = await ask(bot)
    await alice.api.deactivateBot({ bot_id: bot.id })
    await expect(click(dave, last)).rejects.toMatchObject(withReason('interaction-bot-deactivated'))
  })

  it('fails with the name of the bot if it neither listens for interactions nor has a URL', async () => {
    const world = await createWorld()
    const { dave } = world
    const bot = await addBot(world)
    const message_id = await ask(bot)
    const click = (request_id: string) => dave.api.interact({ message_id, component_id: 'yes', request_id })
    const offline = withReason('interaction-bot-offline', { name: 'Plumbot' })
    await expect(click('one')).rejects.toMatchObject(offline)
    // Queues that do not receive interactions do not count, and neither do those of others.
    await listen(dave)
    await bot.api.register({ event_types: ['interaction'] })
    await bot.api.register({
      event_types: ['message'],
      client_capabilities: { interactive_messages: true },
    })
    await expect(click('one')).rejects.toMatchObject(offline)
    const queue = await listen(bot)
    // Nothing was stored, so the same request succeeds.
    const { interaction_id } = await click('one')
    expect(await queue.interactions()).toMatchObject([{ interaction_id }])
    await queue.close()
    expect(await click('one')).toMatchObject({ interaction_id })
    await expect(click('two')).rejects.toMatchObject(offline)
    await bot.api.register({ client_capabilities: { interactive_messages: true } })
    await click('two')
  })

  it('is limited per user and minute', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const bot = await addBot(world)
    const message_id = await ask(bot)
    await listen(bot)
    const click = () => world.dave.api.interact({ message_id, component_id: 'yes', request_id: 'same' })
    for (let n = 0; n < 60; n++) await click()
    await expect(click()).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' })
    world.clock.advance(61)
    await click()
  })
})
