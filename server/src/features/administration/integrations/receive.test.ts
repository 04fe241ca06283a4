import type { Reason } from '@loquat/contract'
import { bodyWithReason, createWorld, expectEventsToReproduceState } from '@loquat/devkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiKeyOf } from '../../identity/users/api-key.ts'
import { createOrganization } from '../realm-lifecycle/create.ts'
import { deactivateRealm } from '../realm-lifecycle/deactivate.ts'
import { integrations } from './index.ts'
import { addWebhookBot, deliver, newest, type Query, success } from './testing/deliver.ts'
import { fixtures } from './testing/index.ts'
import { anyPayload } from './testing/spoilt.ts'

const push = {
  ref: 'refs/heads/main',
  repository: { name: 'plums' },
  pusher: { name: 'ana' },
  commits: [{ id: 'abcdef0123', message: 'Water them', url: 'https://x.example/1' }],
}
const json = { 'content-type': 'application/json' }

describe('POST /external/{integration}', () => {
  it('sends to the channel, by name or ID, or to the owner of the bot', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const bot = await addWebhookBot(world, carol)
    const api_key = bot.apiKey
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const pushed = {
      from: bot.id,
      topic: 'plums / main',
      content: expect.stringContaining('ana pushed 1 commit'),
    }

    await expectEventsToReproduceState(alice, async () => {
      for (const stream of ['general', String(stream_id)]) {
        const headers = { 'x-github-event': 'push', 'user-agent': 'GitHub-Hookshot/1' }
        expect(await deliver(world, 'github', { api_key, stream }, push, headers)).toEqual(success)
        expect(await newest(alice)).toMatchObject({ ...pushed, client: 'GitHub-Hookshot' })
      }
    })
    const query = { api_key, stream: 'general', topic: 'code' }
    await deliver(world, 'github', query, push, { 'x-github-event': 'push' })
    expect(await newest(alice)).toMatchObject({ topic: 'code' })

    expect(await deliver(world, 'slack_incoming', { api_key }, { text: 'hi *you*' })).toEqual(success)
    expect(await newest(carol)).toMatchObject({ from: bot.id, topic: '', content: 'hi **you**' })
    expect(await newest(alice)).not.toMatchObject({ content: 'hi **you**' })

    // Every user's key works here. Users without an owner receive the message themselves.
    expect(await deliver(world, 'slack_incoming', { api_key: alice.apiKey }, { text: 'note' })).toEqual(
      success,
    )
    expect(await newest(alice)).toMatchObject({ from: alice.id, content: 'note' })
  })

  it('accepts the payload as a body of any content type, and as a form field', async () => {
    const world = await createWorld()
    const { alice } = world
    const query = { api_key: (await addWebhookBot(world, alice)).apiKey, stream: 'general' }
    const form = new FormData()
    form.append('payload', '{"text":"in parts"}')
    const rows: [what: string, body: string | URLSearchParams | FormData, headers: Record<string, string>][] =
      [
        ['as json', '{"text":"as json"}', json],
        ['as text', '\ufeff {"text":"as text"}', { 'content-type': 'text/plain; charset=utf-8' }],
        ['as nonsense', '{"text":"as nonsense"}', { 'content-type': '///' }],
        ['as a form', new URLSearchParams({ payload: '{"text":"as a form"}' }), {}],
        ['in parts', form, {}],
      ]
    for (const [what, body, headers] of rows) {
      expect(await deliver(world, 'slack_incoming', query, body, headers), what).toEqual(success)
      expect(await newest(alice)).toMatchObject({ content: what })
    }
    const typed = { ...query, integration: 'slack_incoming', payload: '{"text":"typed"}' }
    await world.anyone.postToIntegration(typed)
    expect(await newest(alice)).toMatchObject({ content: 'typed' })
  })

  it('formats JSON by the template in the URL', async () => {
    const world = await createWorld()
    const { alice } = world
    const query = { api_key: (await addWebhookBot(world, alice)).apiKey, stream: 'general' }
    const payload = { sensor: { name: 'shed' }, celsius: 41, url: 'https://x.example/1' }
    const rows: [template: string, content: string | undefined][] = [
      [
        '/[{sensor.name}]({url}) is at **{celsius}** °C{missing}',
        '\u200b/[shed](https://x.example/1) is at **41** °C',
      ],
      ['', '```json'],
      ['{missing}', undefined],
    ]
    for (const [template, content] of rows) {
      const before = await newest(alice)
      expect(await deliver(world, 'json', { ...query, template }, payload)).toEqual(success)
      const after = await newest(alice)
      if (content === undefined) expect(after).toEqual(before)
      else expect(after?.content.startsWith(content), template).toBe(true)
    }
    const long = { ...query, template: 'x'.repeat(2_049) }
    expect(await deliver(world, 'json', long, payload)).toMatchObject({
      ...bodyWithReason('parameter-too-long'),
      status: 400,
    })
  })

  it('succeeds without a message for events that are silent, unknown or filtered', async () => {
    const world = await createWorld()
    const { alice } = world
    const query = { api_key: (await addWebhookBot(world, alice)).apiKey, stream: 'general' }
    const before = await newest(alice)
    const unsupported = {
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'repository_dispatch',
    }
    const rows: [query: Query, event: string, payload: object, answer: object][] = [
      [query, 'repository_dispatch', push, { ...success, ...unsupported }],
      [query, 'push', {}, success],
      [query, 'issues', { action: 'unheard_of' }, success],
      [{ ...query, exclude_events: '["push"]' }, 'push', push, success],
      [{ ...query, only_events: '["issues","fork"]' }, 'push', push, success],
      [{ ...query, only_events: '[]' }, 'push', push, success],
    ]
    for (const [options, event, payload, answer] of rows) {
      const answered = await deliver(world, 'github', options, payload, { 'x-github-event': event })
      expect(answered, `${event} ${JSON.stringify(options)}`).toEqual(answer)
    }
    expect(await newest(alice)).toEqual(before)
    const chosen = { ...query, only_events: '["push"]', exclude_events: '["issues"]' }
    expect(await deliver(world, 'github', chosen, push, { 'x-github-event': 'push' })).toEqual(success)
    expect(await newest(alice)).not.toEqual(before)
  })

  it('refuses invalid requests with a reason', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const bot = await addWebhookBot(world, carol)
    await alice.api.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true })
    const neighbors = await createOrganization(world.app, {
      subdomain: 'other',
      name: 'Other',
      owner: { email: 'olga@example.com', fullName: 'Olga', password: 'plums ripen in autumn' },
    })
    const olga = neighbors?.directory.userByEmail('olga@example.com')
    const foreign = { api_key: apiKeyOf(world.app.sealer, olga!) }
    const query = { api_key: bot.apiKey, stream: 'general' }
    const hi = { text: 'hi' }
    const deep = (levels: number) => `{"text":"x","a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    const rows: [label: string, name: string, query: Query, body: unknown, reason: Reason, extra?: object][] =
      [
        ['no key', 'json', {}, hi, 'parameter-missing', { var_name: 'api_key' }],
        ['an unknown key', 'json', { api_key: 'a'.repeat(32) }, hi, 'api-key-invalid'],
        ['a malformed key', 'json', { api_key: 'plum' }, hi, 'api-key-invalid'],
        ['a key of another organization', 'json', foreign, hi, 'account-in-other-organization'],
        ['an unknown integration', 'plum', query, hi, 'integration-not-found'],
        ['no body', 'json', query, '', 'parameter-missing', { var_name: 'payload' }],
        ['half a body', 'json', query, '{"text":', 'integration-payload-not-json'],
        ['a body that is too deep', 'slack_incoming', query, deep(60), 'integration-payload-too-deep'],
        [
          'a body that is deeper than the stack',
          'json',
          query,
          deep(200_000),
          'integration-payload-too-deep',
        ],
        [
          'a body that is too large',
          'json',
          query,
          `"${'x'.repeat(1_048_576)}"`,
          'integration-payload-too-large',
        ],
        ['a list', 'grafana', query, [1], 'integration-payload-not-object', { webhook_name: 'Grafana' }],
        ['no event', 'github', query, push, 'integration-event-missing', { header: 'x-github-event' }],
        ['an unknown channel', 'slack_incoming', { ...query, stream: 'plum' }, hi, 'channel-name-unknown'],
        ['an unknown ID', 'slack_incoming', { ...query, stream: '999' }, hi, 'channel-id-unknown'],
        ['a private channel', 'slack_incoming', { ...query, stream: 'secret' }, hi, 'channel-name-unknown'],
        ['a bad topic', 'slack_incoming', { ...query, topic: 'a\u0007' }, hi, 'topic-name-invalid'],
        ['a bad channel', 'slack_incoming', { ...query, stream: '[1]' }, hi, 'parameter-invalid'],
        ['bad events', 'slack_incoming', { ...query, only_events: 'push' }, hi, 'parameter-not-json'],
      ]
    for (const [label, name, options, body, reason, extra = {}] of rows) {
      const answered = await deliver(world, name, options, body, typeof body === 'string' ? json : {})
      expect(answered, label).toMatchObject({ ...bodyWithReason(reason), ...extra })
    }
    const fine = `"${'x'.repeat(1_048_574)}"`
    expect(await deliver(world, 'json', query, fine, json)).toEqual(success)
    expect(await deliver(world, 'slack_incoming', query, deep(49), json)).toEqual(success)

    await carol.api.deactivateBot({ bot_id: bot.id })
    expect(await deliver(world, 'json', query, hi)).toMatchObject({
      ...bodyWithReason('account-deactivated'),
      status: 401,
    })
    const realm = await world.app.realms.byHost('')
    await deactivateRealm(world.app, realm!, null)
    expect(await deliver(world, 'json', query, hi)).toMatchObject({
      ...bodyWithReason('organization-deactivated'),
      status: 401,
    })
  })

  it('never fails with a server error', async () => {
    const world = await createWorld()
    const query = { api_key: (await addWebhookBot(world, world.alice)).apiKey, stream: 'general' }
    for (const { name, eventHeader = 'x-none' } of integrations) {
      const cases = fixtures[name] ?? []
      const payload = anyPayload(cases.map((one) => one.payload))
      const event = fc.constantFrom(...cases.map((one) => one.event || 'push'))
      await fc.assert(
        fc.asyncProperty(payload, event, async (sent, kind) => {
          const answered = await deliver(world, name, query, JSON.stringify(sent), {
            ...json,
            [eventHeader]: kind,
          })
          expect([200, 400], `${name} ${JSON.stringify(answered)}`).toContain(answered.status)
        }),
        { numRuns: 6 },
      )
    }
  })

  it('is the only endpoint that accepts the key of an incoming webhook bot in the URL', async () => {
    const world = await createWorld()
    const bot = await addWebhookBot(world, world.carol)
    const avatar = await world.raw(`/avatar/${world.alice.id}?api_key=${bot.apiKey}`, { redirect: 'manual' })
    expect(await avatar.json()).toMatchObject(bodyWithReason('caller-is-webhook-bot'))
    const other = await world.raw(`/api/v1/users/me?api_key=${world.alice.apiKey}`)
    expect(await other.json()).toMatchObject(bodyWithReason('authentication-required'))
  })
})
