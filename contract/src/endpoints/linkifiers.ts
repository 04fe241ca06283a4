import { z } from 'zod'
import { list, maxObjects } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { linkifierObject } from '../objects/linkifiers.ts'
import { json, text } from '../param.ts'

export const getLinkifiers = endpoint({
  route: 'GET /realm/linkifiers',
  summary: 'The patterns that become links in messages and topics, in the order they apply',
  auth: 'user',
  params: {},
  reply: { linkifiers: z.array(linkifierObject) },
})

export const addLinkifier = endpoint({
  route: 'POST /realm/filters',
  summary: 'Add a pattern that becomes a link',
  notes:
    'Patterns are of the RE2 dialect; the address is a template (RFC 6570) with the named groups of the pattern. ' +
    'It starts with `https://`, `http://`, `mailto:` or `/`.',
  auth: 'user',
  gate: 'admin',
  params: { pattern: text(), url_template: text() },
  example: { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trees.example.com/tree/{id}' },
  reply: { id: z.int() },
  errors: ['FieldsInvalid'],
})

export const editLinkifier = endpoint({
  route: 'PATCH /realm/filters/{filter_id}',
  summary: 'Change a pattern that becomes a link',
  auth: 'user',
  gate: 'admin',
  path: { filter_id: 'int' },
  params: { pattern: text(), url_template: text() },
  example: {
    filter_id: sample.linkifier,
    pattern: 'order-(?P<number>[0-9]+)',
    url_template: 'https://shop.example.com/orders/{number}',
  },
  reply: {},
  errors: ['FieldsInvalid'],
})

export const removeLinkifier = endpoint({
  route: 'DELETE /realm/filters/{filter_id}',
  summary: 'Remove a pattern that becomes a link',
  auth: 'user',
  gate: 'admin',
  path: { filter_id: 'int' },
  params: {},
  example: { filter_id: sample.linkifier },
  reply: {},
})

export const reorderLinkifiers = endpoint({
  route: 'PATCH /realm/linkifiers',
  summary: 'Change the order in which patterns apply',
  auth: 'user',
  gate: 'admin',
  params: { ordered_linkifier_ids: json(list(z.int(), maxObjects)) },
  example: { ordered_linkifier_ids: [sample.otherLinkifier, sample.linkifier] },
  reply: {},
})

export const addPlayground = endpoint({
  route: 'POST /realm/playgrounds',
  summary: 'Add a place where code of a language can be tried out',
  notes:
    'The address is a template (RFC 6570) with the variable `code`. It starts with `https://` or `http://`.',
  auth: 'user',
  gate: 'admin',
  params: { name: text(), highlight_language: text(), url_template: text() },
  example: {
    name: 'Rust playground',
    highlight_language: 'Rust',
    url_template: 'https://play.rust-lang.org/?code={code}',
  },
  reply: { id: z.int() },
  errors: ['FieldsInvalid'],
})

export const removePlayground = endpoint({
  route: 'DELETE /realm/playgrounds/{playground_id}',
  summary: 'Remove a place where code can be tried out',
  auth: 'user',
  gate: 'admin',
  path: { playground_id: 'int' },
  params: {},
  example: { playground_id: sample.playground },
  reply: {},
})
