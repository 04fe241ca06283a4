import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { addWebhookBot, deliver, newest, success } from './testing/deliver.ts'

describe('Services that check the URL of a webhook', () => {
  it('get 200 to GET and HEAD with a valid API key, and send no message', async () => {
    const world = await createWorld()
    const { alice } = world
    const { apiKey } = await addWebhookBot(world, alice)
    const before = await newest(alice)
    const url = (integration: string, key: string) =>
      `/api/v1/external/${integration}?api_key=${key}&stream=general&topic=cards`
    for (const method of ['GET', 'HEAD']) {
      const statusOf = async (path: string) => (await world.raw(path, { method })).status
      expect(await statusOf(url('trello', apiKey))).toBe(200)
      expect(await statusOf(url('trello', 'a'.repeat(32)))).toBe(401)
      expect(await statusOf('/api/v1/external/trello')).toBe(400)
      expect(await statusOf(url('plum', apiKey))).toBe(404)
    }
    expect(await (await world.raw(url('trello', apiKey), { method: 'HEAD' })).text()).toBe('')
    expect(await (await world.raw(url('trello', apiKey))).json()).toEqual({ result: 'success', msg: '' })
    expect(await newest(alice)).toEqual(before)
  })

  it('get the Asana secret back in the header, with any body, and only from that integration', async () => {
    const world = await createWorld()
    const { alice } = world
    const { apiKey } = await addWebhookBot(world, alice)
    const before = await newest(alice)
    const secret = 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81'
    const answerOf = async (integration: string, key: string, body: string, value = secret) => {
      const response = await world.raw(`/api/v1/external/${integration}?api_key=${key}&stream=general`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hook-secret': value },
        body,
      })
      return [response.status, response.headers.get('x-hook-secret')]
    }
    for (const body of ['', '{}', '{"events":[]}']) {
      expect(await answerOf('asana', apiKey, body), body).toEqual([200, secret])
    }
    expect(await answerOf('asana', 'a'.repeat(32), '{}')).toEqual([401, null])
    expect(await answerOf('json', apiKey, '{"a":')).toEqual([400, null])
    // No header that makes the response larger than the request needs.
    expect(await answerOf('asana', apiKey, '{}', 'x'.repeat(257))).toEqual([200, null])
    expect(await newest(alice)).toEqual(before)
  })

  it('get the challenge of the payload back, up to 256 characters', async () => {
    const world = await createWorld()
    const { alice } = world
    const query = { api_key: (await addWebhookBot(world, alice)).apiKey, stream: 'general' }
    const before = await newest(alice)
    const check = { type: 'url_verification', token: 'x', challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY' }
    for (const name of ['json', 'slack_incoming']) {
      expect(await deliver(world, name, query, check)).toEqual({ ...success, challenge: check.challenge })
    }
    expect(await newest(alice)).toEqual(before)

    const long = { ...check, challenge: 'x'.repeat(257) }
    expect(await deliver(world, 'json', query, long)).toEqual(success)
    expect(await newest(alice)).not.toEqual(before)
    expect(await deliver(world, 'grafana', query, check)).not.toHaveProperty('challenge')
  })
})
