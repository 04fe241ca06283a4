import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { assertUsable, resolveEmoji } from '../../../markdown/emoji/lookup.ts'
import { protocolNames } from '../../../markdown/emoji/unicode.ts'

const all = Object.entries(protocolNames()).flatMap(([code, names]) => names.map((name) => ({ code, name })))
const emojiPerMessage = 300

describe('Every emoji name of the protocol', () => {
  it('is accepted in reactions and statuses, alone and with its code', async () => {
    const { app } = await createWorld()
    const { directory } = (await app.realms.byHost(''))!
    for (const { code, name } of all) {
      const type = 'unicode_emoji' as const
      for (const sent of [{}, { code }, { code, type }]) {
        const emoji = resolveEmoji(directory, { name, code: undefined, type: undefined, ...sent })
        expect(emoji, name).toEqual({ code, type })
        assertUsable(directory, emoji, name)
      }
    }
  })

  it('is rendered in messages with its code', async () => {
    const { alice } = await createWorld()
    for (let at = 0; at < all.length; at += emojiPerMessage) {
      const some = all.slice(at, at + emojiPerMessage)
      const content = some.map(({ name }) => `:${name}:`).join(' ')
      const { rendered } = await alice.api.renderMessage({ content })
      const codes = [...rendered.matchAll(/class="emoji emoji-([0-9a-f-]+)"/g)].map(([, code]) => code)
      expect(codes).toEqual(some.map(({ code }) => code))
    }
  })

  it('is in the file at the URL that register returns', async () => {
    const world = await createWorld()
    const { alice } = world
    const { server_emoji_data_url } = await alice.api.register({ fetch_event_types: ['realm'] })
    const path = new URL(server_emoji_data_url ?? '').pathname
    const response = await world.raw(path)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ code_to_names: protocolNames() })
  })
})
