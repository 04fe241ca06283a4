import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { savedSearchObject } from '../objects/saved-searches.ts'
import { text } from '../param.ts'

const searchReasons = [
  'saved-search-name-empty',
  'saved-search-name-too-long',
  'saved-search-query-empty',
  'saved-search-query-too-long',
] as const

export const getSavedSearches = endpoint({
  route: 'GET /saved_searches',
  summary: 'Get saved searches',
  notes: 'Use this to list your saved searches, oldest first. An extension.',
  auth: 'user',
  params: {},
  reply: { saved_searches: z.array(savedSearchObject) },
  reasons: [],
})

export const createSavedSearch = endpoint({
  route: 'POST /saved_searches',
  summary: 'Save a search',
  notes: 'Use this to keep a search that you repeat often, at most 100 of them. An extension.',
  auth: 'user',
  params: { name: text(), query: text() },
  example: { name: 'Ripe fruit', query: 'channel:orchard ripe' },
  reply: { saved_search_id: z.int() },
  reasons: [...searchReasons, 'saved-search-limit-reached'],
})

export const editSavedSearch = endpoint({
  route: 'PATCH /saved_searches/{saved_search_id}',
  summary: 'Edit a saved search',
  notes: 'Use this to rename a saved search or to change its query. An extension.',
  auth: 'user',
  path: { saved_search_id: 'int' },
  params: { name: text(shortText.optional()), query: text(shortText.optional()) },
  example: { saved_search_id: sample.savedSearch, name: 'Wasps' },
  reply: {},
  reasons: ['saved-search-not-found', ...searchReasons],
})

export const deleteSavedSearch = endpoint({
  route: 'DELETE /saved_searches/{saved_search_id}',
  summary: 'Delete a saved search',
  notes: 'Use this when a saved search is no longer needed. An extension.',
  auth: 'user',
  path: { saved_search_id: 'int' },
  params: {},
  example: { saved_search_id: sample.savedSearch },
  reply: {},
  reasons: ['saved-search-not-found'],
})
