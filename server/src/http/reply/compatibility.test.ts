import { flag, text } from '@loquat/contract'
import { bodyWithReason, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { readHistoricalNames, withHistoricalNames } from './compatibility.ts'

type Json = Record<string, unknown>

describe('Historical names in replies', () => {
  it('repeat the server version next to its current name', async () => {
    const world = await createWorld()
    const settings = (await (await world.raw('/api/v1/server_settings')).json()) as Json
    const registered = (await (
      await world.raw('/api/v1/register', { method: 'POST', as: world.alice })
    ).json()) as Json
    for (const reply of [settings, registered]) {
      expect(reply.chat_version).toEqual(expect.any(String))
      expect(reply.zulip_version).toBe(reply.chat_version)
      expect(reply.zulip_feature_level).toBe(reply.chat_feature_level)
      expect(reply.zulip_merge_base).toBe(reply.chat_merge_base)
    }
  })

  it('accompany the current names in the register reply', async () => {
    const world = await createWorld()
    const url_template = 'https://play.example.com/{code}'
    await world.alice.api.addPlayground({ name: 'Play', highlight_language: 'Python', url_template })
    const response = await world.raw('/api/v1/register', { method: 'POST', as: world.alice })
    const registered = (await response.json()) as Json
    expect(registered).toMatchObject({
      zulip_plan_is_not_limited: registered.chat_plan_is_not_limited,
      realm_zulip_update_announcements_stream_id: registered.realm_chat_update_announcements_stream_id,
      realm_playgrounds: [{ name: 'Play', highlight_language: 'Python', pygments_language: 'Python' }],
    })
  })

  it('appear nowhere else', async () => {
    const world = await createWorld()
    const text = await (await world.raw('/api/v1/users/me', { as: world.alice })).text()
    expect(text).not.toContain('zulip')
    expect(withHistoricalNames({ a: 1 })).toEqual({ a: 1 })
  })
})

describe('Historical names in requests', () => {
  const known = {
    client_external_avatar: flag(),
    highlight_language: text(),
    chat_update_announcements_stream_id: text(),
    emojiset: text(),
  }
  const read = (form: string) => {
    const fields = new Map(new URLSearchParams(form))
    readHistoricalNames(fields, known)
    return Object.fromEntries(fields)
  }

  it('are read as the current names', () => {
    expect(read('client_gravatar=true')).toEqual({ client_external_avatar: 'true' })
    expect(read('pygments_language=python')).toEqual({ highlight_language: 'python' })
    expect(read('emojiset=google')).toEqual({ emojiset: 'set_modern' })
    expect(read('emojiset=google-blob')).toEqual({ emojiset: 'set_classic' })
    expect(read('emojiset=twitter')).toEqual({ emojiset: 'set_social' })
    expect(read('emojiset="twitter"')).toEqual({ emojiset: 'set_social' })
    expect(read('zulip_update_announcements_stream_id=5')).toEqual({
      chat_update_announcements_stream_id: '5',
    })
  })

  it('leave current names and values unchanged', () => {
    const forms = [
      'client_external_avatar=false',
      'emojiset=text',
      'emojiset=set_modern',
      'emojiset=constructor',
    ]
    for (const form of forms) expect(read(form)).toEqual(Object.fromEntries(new URLSearchParams(form)))
  })

  it('have lower precedence than the current name', () => {
    expect(read('client_external_avatar=false&client_gravatar=true').client_external_avatar).toBe('false')
  })

  it('are accepted by endpoints with the current name', async () => {
    const world = await createWorld()
    const get = async (path: string) => {
      const response = await world.raw(path, { as: world.alice })
      return { status: response.status, body: (await response.json()) as Json }
    }
    const understood = await get('/api/v1/users?client_gravatar=false')
    expect(understood.status).toBe(200)
    expect(understood.body).not.toHaveProperty('ignored_parameters_unsupported')
    expect(understood.body.members).toEqual(
      (await get('/api/v1/users?client_external_avatar=false')).body.members,
    )
    expect((await get('/api/v1/users?client_gravatar=no')).body).toMatchObject(
      bodyWithReason('parameter-not-json'),
    )
    const posted = await world.raw('/api/v1/register', {
      method: 'POST',
      as: world.alice,
      body: new URLSearchParams({ client_gravatar: 'true', event_types: '[]' }),
    })
    expect(await posted.json()).not.toHaveProperty('ignored_parameters_unsupported')
  })

  it('are reported unchanged as ignored by other endpoints', async () => {
    const world = await createWorld()
    const reply = await world.raw('/api/v1/users/me?b=1&client_gravatar=true&a=1', { as: world.alice })
    expect(((await reply.json()) as Json).ignored_parameters_unsupported).toEqual([
      'b',
      'client_gravatar',
      'a',
    ])
  })
})
