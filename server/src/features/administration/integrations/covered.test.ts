import { createWorld } from '@loquat/devkit'
import { expect, it } from 'vitest'
import { addWebhookBot, deliver, type Query, success } from './testing/deliver.ts'

it('A webhook with all GitHub events sends one message for a new or deleted branch or tag', async () => {
  const world = await createWorld()
  const { alice } = world
  const query = { api_key: (await addWebhookBot(world, alice)).apiKey, stream: 'general' }
  const base = { repository: { name: 'plums' }, sender: { login: 'ana' } }
  const none = '0'.repeat(40)
  const head = 'f'.repeat(40)
  const made = { created: true, before: none, after: head, commits: [] }
  const gone = { deleted: true, before: head, after: none, commits: [] }
  const pairs: [push: object, event: string, own: object, content: string][] = [
    [{ ref: 'refs/heads/new', ...made }, 'create', { ref_type: 'branch', ref: 'new' }, 'created the branch'],
    [{ ref: 'refs/tags/v1', ...made }, 'create', { ref_type: 'tag', ref: 'v1' }, 'created the tag'],
    [{ ref: 'refs/heads/new', ...gone }, 'delete', { ref_type: 'branch', ref: 'new' }, 'deleted the branch'],
    [{ ref: 'refs/tags/v1', ...gone }, 'delete', { ref_type: 'tag', ref: 'v1' }, 'deleted the tag'],
  ]
  const posted = async (options: Query, push: object, event: string, own: object) => {
    const { messages: before } = await alice.api.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    })
    // They may come in either order.
    for (const [kind, payload] of [
      [event, own],
      ['push', push],
    ] as const) {
      const sent = { ...base, ...payload }
      expect(await deliver(world, 'github', options, sent, { 'x-github-event': kind })).toEqual(success)
    }
    const { messages } = await alice.api.getMessages({
      anchor: String(before[0]?.id ?? 0),
      include_anchor: false,
      num_before: 0,
      num_after: 10,
      apply_markdown: false,
    })
    return messages.map((message) => message.content)
  }
  for (const [push, event, own, content] of pairs) {
    expect(await posted(query, push, event, own)).toEqual([expect.stringContaining(content)])
    // URLs without pushes still post the branches and tags.
    for (const filter of [
      { exclude_events: '["push"]' },
      { only_events: JSON.stringify([event]) },
    ] as Query[]) {
      const options = { ...query, ...filter }
      expect(await posted(options, push, event, own)).toEqual([expect.stringContaining(content)])
    }
    const both = { ...query, only_events: JSON.stringify(['push', event]) }
    expect(await posted(both, push, event, own)).toHaveLength(1)
    expect(await posted({ ...both, exclude_events: `["${event}","push"]` }, push, event, own)).toEqual([])
  }
})
