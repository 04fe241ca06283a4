import { z } from 'zod'
import { event } from '../event.ts'
import { draftObject, savedSnippetObject } from '../objects/drafts.ts'

export const draftsAdded = event('drafts', 'add', 'Drafts were created by one request.', {
  drafts: z.array(draftObject),
})
export const draftUpdated = event('drafts', 'update', 'A draft was edited.', { draft: draftObject })
export const draftRemoved = event('drafts', 'remove', 'A draft was deleted.', { draft_id: z.int() })

const snippet = { saved_snippet: savedSnippetObject }
export const snippetAdded = event('saved_snippets', 'add', 'A saved snippet was created.', snippet)
export const snippetUpdated = event('saved_snippets', 'update', 'A saved snippet was edited.', snippet)
export const snippetRemoved = event('saved_snippets', 'remove', 'A saved snippet was deleted.', {
  saved_snippet_id: z.int(),
})
