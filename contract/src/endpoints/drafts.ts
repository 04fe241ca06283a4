import { z } from 'zod'
import { list, longText, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { draftObject, newDraftObject, savedSnippetObject } from '../objects/drafts.ts'
import { json, text } from '../param.ts'

export const getDrafts = endpoint({
  route: 'GET /drafts',
  summary: "The caller's drafts, most recently edited first",
  auth: 'user',
  params: {},
  reply: { count: z.int(), drafts: z.array(draftObject) },
})

export const createDrafts = endpoint({
  route: 'POST /drafts',
  summary: 'Store drafts, all of them or none',
  notes: 'The IDs are in the order of the drafts. `timestamp` is the time of the last edit, now if left out.',
  auth: 'user',
  params: { drafts: json(list(newDraftObject, maxObjects).default([])) },
  example: {
    drafts: [{ type: 'stream', to: [sample.channel], topic: 'plums', content: 'Who brings the ladder?' }],
  },
  reply: { ids: z.array(z.int()) },
})

export const editDraft = endpoint({
  route: 'PATCH /drafts/{draft_id}',
  summary: 'Replace a draft',
  auth: 'user',
  path: { draft_id: 'int' },
  params: { draft: json(newDraftObject) },
  example: {
    draft_id: sample.draft,
    draft: { type: 'private', to: [sample.user], topic: '', content: 'Do you have the ladder?' },
  },
  reply: {},
  errors: ['RecordNotFound'],
})

export const deleteDraft = endpoint({
  route: 'DELETE /drafts/{draft_id}',
  summary: 'Delete a draft',
  auth: 'user',
  path: { draft_id: 'int' },
  params: {},
  example: { draft_id: sample.draft },
  reply: {},
  errors: ['RecordNotFound'],
})

export const getSavedSnippets = endpoint({
  route: 'GET /saved_snippets',
  summary: "The caller's saved snippets, the oldest first",
  auth: 'user',
  params: {},
  reply: { saved_snippets: z.array(savedSnippetObject) },
})

export const createSavedSnippet = endpoint({
  route: 'POST /saved_snippets',
  summary: 'Save a snippet of text to insert into messages',
  auth: 'user',
  params: { title: text(), content: text(longText) },
  example: { title: 'Thanks', content: 'Thank you, this will be looked at **today**.' },
  reply: { saved_snippet_id: z.int() },
})

export const editSavedSnippet = endpoint({
  route: 'PATCH /saved_snippets/{saved_snippet_id}',
  summary: 'Change the title or the content of a saved snippet',
  auth: 'user',
  path: { saved_snippet_id: 'int' },
  params: { title: text(shortText.optional()), content: text(longText.optional()) },
  example: { saved_snippet_id: sample.snippet, title: 'Opening hours' },
  reply: {},
  errors: ['RecordNotFound'],
})

export const deleteSavedSnippet = endpoint({
  route: 'DELETE /saved_snippets/{saved_snippet_id}',
  summary: 'Delete a saved snippet',
  auth: 'user',
  path: { saved_snippet_id: 'int' },
  params: {},
  example: { saved_snippet_id: sample.snippet },
  reply: {},
  errors: ['RecordNotFound'],
})
