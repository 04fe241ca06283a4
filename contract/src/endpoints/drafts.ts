import { z } from 'zod'
import { list, longText, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { draftObject, newDraftObject, savedSnippetObject } from '../objects/drafts.ts'
import { json, text } from '../param.ts'

const draftReasons = [
  'draft-not-found',
  'draft-content-empty',
  'draft-channel-invalid',
  'draft-channel-not-found',
  'draft-synchronization-disabled',
  'message-recipient-not-found',
  'message-recipient-deactivated',
] as const

const snippetReasons = [
  'snippet-title-empty',
  'snippet-title-too-long',
  'snippet-content-empty',
  'snippet-content-too-long',
] as const

export const getDrafts = endpoint({
  route: 'GET /drafts',
  summary: 'Get drafts',
  notes: 'Use this to list your drafts, most recently edited first.',
  auth: 'user',
  params: {},
  reply: { count: z.int(), drafts: z.array(draftObject) },
  reasons: ['draft-not-found', 'draft-synchronization-disabled'],
})

export const createDrafts = endpoint({
  route: 'POST /drafts',
  summary: 'Create drafts',
  notes:
    'Use this to store drafts on the server. All drafts are stored, or none. The IDs in the reply are in the order ' +
    'of the drafts.',
  auth: 'user',
  params: { drafts: json(list(newDraftObject, maxObjects).default([])) },
  example: {
    drafts: [{ type: 'stream', to: [sample.channel], topic: 'plums', content: 'Who brings the ladder?' }],
  },
  reply: { ids: z.array(z.int()) },
  reasons: draftReasons,
})

export const editDraft = endpoint({
  route: 'PATCH /drafts/{draft_id}',
  summary: 'Edit a draft',
  notes: 'Use this to replace the content of a draft.',
  auth: 'user',
  path: { draft_id: 'int' },
  params: { draft: json(newDraftObject) },
  example: {
    draft_id: sample.draft,
    draft: { type: 'private', to: [sample.user], topic: '', content: 'Do you have the ladder?' },
  },
  reply: {},
  reasons: draftReasons,
})

export const deleteDraft = endpoint({
  route: 'DELETE /drafts/{draft_id}',
  summary: 'Delete a draft',
  notes: 'Use this when a draft was sent or discarded.',
  auth: 'user',
  path: { draft_id: 'int' },
  params: {},
  example: { draft_id: sample.draft },
  reply: {},
  reasons: ['draft-not-found', 'draft-synchronization-disabled'],
})

export const getSavedSnippets = endpoint({
  route: 'GET /saved_snippets',
  summary: 'Get saved snippets',
  notes: 'Use this to list your saved snippets, oldest first.',
  auth: 'user',
  params: {},
  reply: { saved_snippets: z.array(savedSnippetObject) },
  reasons: [],
})

export const createSavedSnippet = endpoint({
  route: 'POST /saved_snippets',
  summary: 'Create a saved snippet',
  notes: 'Use this to save a text that you insert into messages often.',
  auth: 'user',
  params: { title: text(), content: text(longText) },
  example: { title: 'Thanks', content: 'Thank you, this will be looked at **today**.' },
  reply: { saved_snippet_id: z.int() },
  reasons: snippetReasons,
})

export const editSavedSnippet = endpoint({
  route: 'PATCH /saved_snippets/{saved_snippet_id}',
  summary: 'Edit a saved snippet',
  notes: 'Use this to change the title or text of a saved snippet.',
  auth: 'user',
  path: { saved_snippet_id: 'int' },
  params: { title: text(shortText.optional()), content: text(longText.optional()) },
  example: { saved_snippet_id: sample.snippet, title: 'Opening hours' },
  reply: {},
  reasons: ['snippet-not-found', ...snippetReasons],
})

export const deleteSavedSnippet = endpoint({
  route: 'DELETE /saved_snippets/{saved_snippet_id}',
  summary: 'Delete a saved snippet',
  notes: 'Use this when a saved snippet is no longer needed.',
  auth: 'user',
  path: { saved_snippet_id: 'int' },
  params: {},
  example: { saved_snippet_id: sample.snippet },
  reply: {},
  reasons: ['snippet-not-found'],
})
