import type { NewDraft } from '@loquat/contract'
import { createWorld, expectEventsToReproduceState } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const draft = (content: string, timestamp: number): NewDraft => ({
  type: '',
  to: [],
  topic: '',
  content,
  timestamp,
})

describe('The drafts and saved snippets of a register response', () => {
  it('are included only with their fetch types', async () => {
    const { carol } = await createWorld()
    await carol.api.createDrafts({ drafts: [draft('old', 1), draft('new', 2)] })
    await carol.api.createSavedSnippet({ title: 'Thanks', content: 'Thank you!' })
    const fetch = (...fetch_event_types: string[]) => carol.api.register({ fetch_event_types })
    const { drafts } = await carol.api.getDrafts()
    const { saved_snippets } = await carol.api.getSavedSnippets()
    const onlyDrafts = await fetch('drafts')
    expect(onlyDrafts.drafts).toEqual(drafts)
    expect(drafts.map((one) => one.content)).toEqual(['new', 'old'])
    expect(onlyDrafts).not.toHaveProperty('saved_snippets')
    const onlySnippets = await fetch('saved_snippets')
    expect(onlySnippets.saved_snippets).toEqual(saved_snippets)
    expect(onlySnippets).not.toHaveProperty('drafts')
    expect(await fetch('message')).not.toHaveProperty('drafts')
    expect(await carol.api.register()).toMatchObject({ drafts, saved_snippets })
  })

  it('are the 1000 drafts edited last, and events keep it so', async () => {
    const { carol } = await createWorld()
    const drafts = Array.from({ length: 1_001 }, (_, n) => draft(`${n}`, n))
    await expectEventsToReproduceState(carol, async () => {
      await carol.api.createDrafts({ drafts: drafts.slice(0, 600) })
      await carol.api.createDrafts({ drafts: drafts.slice(600) })
    })
    const state = await carol.api.register({ fetch_event_types: ['drafts'] })
    expect(state.drafts?.map((one) => one.content)).toEqual(
      drafts
        .map((one) => one.content)
        .toReversed()
        .slice(0, 1_000),
    )
    expect((await carol.api.getDrafts()).count).toBe(1_001)
    await expectEventsToReproduceState(carol, () => carol.api.createDrafts({ drafts: [draft('x', 500)] }))
  })
})
