import {
  bodyWithReason,
  createWorld,
  eventsDuring,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const save = async ({ api }: Person, title = 'Thanks', content = 'Thank you!') =>
  (await api.createSavedSnippet({ title, content })).saved_snippet_id
const snippets = async ({ api }: Person) => (await api.getSavedSnippets()).saved_snippets

describe('POST /saved_snippets', () => {
  it('saves a snippet, trimmed on both sides, and publishes it', async () => {
    const { carol, clock } = await createWorld()
    let id = 0
    const before = Math.floor(clock.now() / 1_000)
    const events = await expectEventsToReproduceState(carol, async () => {
      id = await save(carol, ' \u3000Thanks\n', '\n  Thank **you**!\t')
    })
    const [saved_snippet] = await snippets(carol)
    expect(saved_snippet).toEqual({
      id,
      title: 'Thanks',
      content: 'Thank **you**!',
      date_created: expect.any(Number),
    })
    expect(saved_snippet?.date_created).toBeGreaterThanOrEqual(before)
    expect(saved_snippet?.date_created).toBeLessThanOrEqual(clock.now() / 1_000)
    expect(events).toEqual([{ type: 'saved_snippets', op: 'add', saved_snippet, id: expect.any(Number) }])
  })

  it('needs a title and content', async () => {
    const world = await createWorld()
    for (const [name, body] of [
      ['title', { content: 'x' }],
      ['content', { title: 'x' }],
    ] as const) {
      const form = new URLSearchParams(body)
      const init = { method: 'POST', as: world.carol, body: form }
      const response = await world.raw('/api/v1/saved_snippets', init)
      expect(await response.json()).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: name })
    }
  })

  it('accepts any number of snippets, even with the same title', async () => {
    const { carol } = await createWorld()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) {
      await expectEventsToReproduceState(carol, async () => ids.push(await save(carol)))
    }
    expect((await snippets(carol)).map((snippet) => snippet.id)).toEqual(ids)
  })
})

describe('A saved snippet', () => {
  it('has a title of 1 to 60 and content of 1 to 10000 characters; neither is truncated', async () => {
    const { carol } = await createWorld()
    const [title, content] = ['🍑'.repeat(60), '🍑'.repeat(10_000)]
    const saved_snippet_id = await save(carol, `  ${title} `, `\n${content}\n`)
    expect(await snippets(carol)).toMatchObject([{ title, content }])
    const problem = (text: string) => (text.trim() === '' ? 'empty' : 'too-long')
    const events = await eventsDuring(carol, async () => {
      for (const bad of ['', ' \n\u3000', `${title}!`]) {
        await expect(save(carol, bad)).rejects.toMatchObject(withReason(`snippet-title-${problem(bad)}`))
        const edited = carol.api.editSavedSnippet({ saved_snippet_id, title: bad, content: 'good' })
        await expect(edited).rejects.toMatchObject(withReason(`snippet-title-${problem(bad)}`))
      }
      for (const bad of ['', ' \n\u3000', `${content}!`]) {
        await expect(save(carol, 'good', bad)).rejects.toMatchObject(
          withReason(`snippet-content-${problem(bad)}`),
        )
        const edited = carol.api.editSavedSnippet({ saved_snippet_id, title: 'good', content: bad })
        await expect(edited).rejects.toMatchObject(withReason(`snippet-content-${problem(bad)}`))
      }
    })
    expect(events).toEqual([])
    expect(await snippets(carol)).toMatchObject([{ title, content }])
  })

  it('has no null bytes', async () => {
    const { carol } = await createWorld()
    await expect(save(carol, 'a\0b')).rejects.toMatchObject(withReason('parameter-has-null-byte'))
    await expect(save(carol, 'a', 'a\0b')).rejects.toMatchObject(withReason('parameter-has-null-byte'))
  })

  it('belongs to one user: nobody else can see or change it', async () => {
    const { alice, carol } = await createWorld()
    const id = await save(carol)
    for (const saved_snippet_id of [id, 404_404, 0, Number.MAX_SAFE_INTEGER]) {
      const edited = alice.api.editSavedSnippet({ saved_snippet_id, title: 'mine' })
      await expect(edited).rejects.toMatchObject(withReason('snippet-not-found'))
      await expect(alice.api.deleteSavedSnippet({ saved_snippet_id })).rejects.toMatchObject(
        withReason('snippet-not-found'),
      )
    }
    expect(await snippets(alice)).toEqual([])
    const state = await alice.api.register({ fetch_event_types: ['saved_snippets'] })
    expect(state.saved_snippets).toEqual([])
    expect(await snippets(carol)).toMatchObject([{ id, title: 'Thanks' }])
  })

  it('is published to all clients of its owner, and to nobody else', async () => {
    const { alice, carol } = await createWorld()
    const keys: string[][] = []
    const everything = async () => {
      const saved_snippet_id = await save(carol)
      await carol.api.editSavedSnippet({ saved_snippet_id, title: 'Bye' })
      await carol.api.deleteSavedSnippet({ saved_snippet_id })
    }
    const received = await eventsDuring(alice, async () => {
      const one = await eventsDuring(carol, async () => {
        keys.push(eventTypesOf(await eventsDuring(carol, everything)))
      })
      keys.push(eventTypesOf(one))
    })
    const expected = ['saved_snippets:add', 'saved_snippets:update', 'saved_snippets:remove']
    expect(keys).toEqual([expected, expected])
    expect(received).toEqual([])
  })
})

describe('PATCH /saved_snippets/{saved_snippet_id}', () => {
  it('changes the given fields, keeps the others and the date, and publishes the whole snippet', async () => {
    const { carol, clock } = await createWorld()
    const saved_snippet_id = await save(carol)
    await save(carol, 'Other')
    const [first, other] = await snippets(carol)
    clock.advance(3_600)
    const changes = [{ title: ' Cheers ' }, { content: ' Hip hip! ' }, { title: 'Bye', content: 'See you' }]
    const after = [
      { ...first, title: 'Cheers' },
      { ...first, title: 'Cheers', content: 'Hip hip!' },
      { ...first, title: 'Bye', content: 'See you' },
    ]
    for (const [n, change] of changes.entries()) {
      const events = await expectEventsToReproduceState(carol, () =>
        carol.api.editSavedSnippet({ saved_snippet_id, ...change }),
      )
      const saved_snippet = after[n]
      expect(events).toEqual([
        { type: 'saved_snippets', op: 'update', saved_snippet, id: expect.any(Number) },
      ])
      expect(await snippets(carol)).toEqual([saved_snippet, other])
    }
  })

  it('publishes nothing if nothing changes', async () => {
    const { carol } = await createWorld()
    const saved_snippet_id = await save(carol)
    const events = await eventsDuring(carol, () =>
      carol.api.editSavedSnippet({ saved_snippet_id, title: ' Thanks', content: 'Thank you! ' }),
    )
    expect(events).toEqual([])
  })

  it('succeeds without changes, even for a snippet that does not exist', async () => {
    const { carol } = await createWorld()
    const existing = await save(carol)
    const events = await eventsDuring(carol, async () => {
      for (const saved_snippet_id of [existing, 404_404]) {
        expect(await carol.api.editSavedSnippet({ saved_snippet_id })).toEqual({})
      }
    })
    expect(events).toEqual([])
  })
})

describe('DELETE /saved_snippets/{saved_snippet_id}', () => {
  it('deletes the snippet, once', async () => {
    const { carol } = await createWorld()
    const saved_snippet_id = await save(carol)
    await save(carol, 'Other')
    const remove = () => carol.api.deleteSavedSnippet({ saved_snippet_id })
    const events = await expectEventsToReproduceState(carol, remove)
    expect(events).toEqual([
      { type: 'saved_snippets', op: 'remove', saved_snippet_id, id: expect.any(Number) },
    ])
    expect(await snippets(carol)).toMatchObject([{ title: 'Other' }])
    await expect(remove()).rejects.toMatchObject(withReason('snippet-not-found'))
    const edited = carol.api.editSavedSnippet({ saved_snippet_id, title: 'Back' })
    await expect(edited).rejects.toMatchObject(withReason('snippet-not-found'))
  })

  it('succeeds for one of several concurrent deletions and edits', async () => {
    const { carol } = await createWorld()
    const saved_snippet_id = await save(carol)
    await expectEventsToReproduceState(carol, async () => {
      const results = await Promise.allSettled([
        carol.api.editSavedSnippet({ saved_snippet_id, title: 'One' }),
        carol.api.deleteSavedSnippet({ saved_snippet_id }),
        carol.api.editSavedSnippet({ saved_snippet_id, title: 'Two' }),
        carol.api.deleteSavedSnippet({ saved_snippet_id }),
      ])
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject(withReason('snippet-not-found'))
    })
    expect(await snippets(carol)).toEqual([])
  })
})
