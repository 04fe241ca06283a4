import { createWorld, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const post = async (sender: Person, topic: string, content: string, to = 'general') =>
  (await sender.api.sendMessage({ type: 'channel', to, topic, content })).id

describe('GET /messages/matches_narrow', () => {
  it('returns the matching messages, with highlighted matches', async () => {
    const { alice, carol } = await createWorld()
    const plums = await post(alice, 'a & b', 'ripe plums')
    const figs = await post(alice, 'a & b', 'ripe figs')
    const msg_ids = [plums, figs, 404_404]
    expect(await carol.api.matchesNarrow({ msg_ids, narrow: [['search', 'plums']] })).toEqual({
      messages: {
        [plums]: {
          match_content: '<p>ripe <span class="highlight">plums</span></p>',
          match_subject: 'a &amp; b',
        },
      },
    })
    const narrow = [{ operator: 'topic', operand: 'A & B' }]
    expect(await carol.api.matchesNarrow({ msg_ids, narrow })).toEqual({
      messages: {
        [plums]: { match_content: '<p>ripe plums</p>', match_subject: 'a &amp; b' },
        [figs]: { match_content: '<p>ripe figs</p>', match_subject: 'a &amp; b' },
      },
    })
    expect(await carol.api.matchesNarrow({ msg_ids, narrow: [['search', 'quinces']] })).toEqual({
      messages: {},
    })
  })

  it('covers only personal history, even if the narrow names a channel', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const msg_ids = [await post(alice, 'x', 'far', 'plaza')]
    for (const narrow of [[['channel', 'plaza']], [['channels', 'public']]] as [string, string][][]) {
      expect((await carol.api.matchesNarrow({ msg_ids, narrow })).messages).toEqual({})
      expect(Object.keys((await alice.api.matchesNarrow({ msg_ids, narrow })).messages)).toHaveLength(1)
    }
  })

  it('accepts the display name of the empty topic in the first topic term only', async () => {
    const { alice, carol } = await createWorld()
    const msg_ids = [await post(alice, '', 'x')]
    const found = async (...topics: string[]) => {
      const narrow = topics.map((topic): [string, string] => ['topic', topic])
      return Object.keys((await carol.api.matchesNarrow({ msg_ids, narrow })).messages).length
    }
    expect(await found('general chat')).toBe(1)
    expect(await found('general chat', '')).toBe(1)
    expect(await found('', 'general chat')).toBe(0)
  })

  it('requires valid message IDs and a valid narrow', async () => {
    const { raw, carol } = await createWorld()
    const cases: [query: string, answer: object][] = [
      ['narrow=[]', { code: 'REQUEST_VARIABLE_MISSING', var_name: 'msg_ids' }],
      ['msg_ids=[1]', { code: 'REQUEST_VARIABLE_MISSING', var_name: 'narrow' }],
      ['msg_ids=1&narrow=[]', { code: 'BAD_REQUEST' }],
      ['msg_ids=[1]&narrow=[["tasty","x"]]', { code: 'BAD_NARROW' }],
    ]
    for (const [query, answer] of cases) {
      const response = await raw(`/api/v1/messages/matches_narrow?${query}`, { as: carol })
      expect(await response.json(), query).toMatchObject(answer)
    }
    expect((await raw('/api/v1/messages/matches_narrow?msg_ids=[1]&narrow=[]')).status).toBe(401)
  })
})
