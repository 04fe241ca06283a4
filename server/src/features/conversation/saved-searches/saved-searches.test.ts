import {
  bodyWithReason,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const save = async ({ api }: Person, name = 'Fruit', query = 'channel:general plums') =>
  (await api.createSavedSearch({ name, query })).saved_search_id
const searches = async ({ api }: Person) => (await api.getSavedSearches()).saved_searches

describe('A saved search', () => {
  it('is created, edited and deleted by its owner alone, whose clients follow', async () => {
    const { carol, dave, clock } = await createWorld()
    let id = 0
    const created = await expectEventsToReproduceState(carol, async () => {
      id = await save(carol, ' Fruit\n', '  channel:general plums ')
    })
    const saved = { id, name: 'Fruit', query: 'channel:general plums', date_created: expect.any(Number) }
    const [saved_search] = await searches(carol)
    expect(saved_search).toEqual(saved)
    expect(saved_search?.date_created).toBe(Math.floor(clock.now() / 1_000))
    expect(created).toEqual([{ type: 'saved_searches', op: 'add', saved_search, id: expect.any(Number) }])
    expect(await searches(dave)).toEqual([])

    const edited = await expectEventsToReproduceState(carol, async () => {
      await carol.api.editSavedSearch({ saved_search_id: id, name: 'Plums' })
      await carol.api.editSavedSearch({ saved_search_id: id, name: 'Plums' })
      await carol.api.editSavedSearch({ saved_search_id: id, query: 'plums' })
    })
    expect(edited).toMatchObject([
      { op: 'update', saved_search: { ...saved, name: 'Plums' } },
      { op: 'update', saved_search: { ...saved, name: 'Plums', query: 'plums' } },
    ])

    const missing = withReason('saved-search-not-found')
    const edit = { saved_search_id: id, name: 'Mine' }
    await expect(dave.api.editSavedSearch(edit)).rejects.toMatchObject(missing)
    await expect(dave.api.deleteSavedSearch(edit)).rejects.toMatchObject(missing)
    const deleted = await expectEventsToReproduceState(carol, () => carol.api.deleteSavedSearch(edit))
    expect(deleted).toMatchObject([{ type: 'saved_searches', op: 'remove', saved_search_id: id }])
    await expect(carol.api.deleteSavedSearch(edit)).rejects.toMatchObject(missing)
  })

  it('has a name of 1 to 60 and a query of 1 to 1,000 characters, and there are at most 100', async () => {
    const { app, carol, raw } = await createWorld()
    const [name, query] = ['🍑'.repeat(60), '🍑'.repeat(1_000)]
    const saved_search_id = await save(carol, name, query)
    const events = await eventsDuring(carol, async () => {
      for (const bad of ['', ' \n\u3000', `${name}!`]) {
        const reason = withReason(`saved-search-name-${bad.trim() === '' ? 'empty' : 'too-long'}`)
        await expect(save(carol, bad)).rejects.toMatchObject(reason)
        await expect(carol.api.editSavedSearch({ saved_search_id, name: bad })).rejects.toMatchObject(reason)
      }
      for (const bad of [' ', `${query}!`]) {
        const reason = withReason(`saved-search-query-${bad.trim() === '' ? 'empty' : 'too-long'}`)
        await expect(save(carol, 'x', bad)).rejects.toMatchObject(reason)
      }
    })
    expect(events).toEqual([])
    const body = new URLSearchParams({ name: 'x' })
    const response = await raw('/api/v1/saved_searches', { method: 'POST', as: carol, body })
    expect(await response.json()).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: 'query' })

    await sql`
      insert into saved_search (user_id, name, query, created_at)
      select ${carol.id}, 'x', 'y', now() from generate_series(1, 99)`.execute(app.database.db)
    await expect(save(carol)).rejects.toMatchObject(withReason('saved-search-limit-reached'))
    await carol.api.deleteSavedSearch({ saved_search_id })
    await save(carol)
    expect(await searches(carol)).toHaveLength(100)
  })

  it('is part of the initial state of clients that know it', async () => {
    const { carol } = await createWorld()
    await save(carol)
    const saved_searches = await searches(carol)
    const client_capabilities = { saved_searches: true }
    expect(await carol.api.register({ client_capabilities })).toMatchObject({ saved_searches })
    const only = await carol.api.register({ client_capabilities, fetch_event_types: ['saved_searches'] })
    expect(only).toMatchObject({ saved_searches })
    expect(await carol.api.register()).not.toHaveProperty('saved_searches')
  })
})
