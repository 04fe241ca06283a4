import { z } from 'zod'
import { list, maxObjects } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { linkifierObject } from '../objects/linkifiers.ts'
import { json, text } from '../param.ts'

const linkifierReasons = [
  'linkifier-pattern-empty',
  'linkifier-pattern-invalid',
  'linkifier-pattern-taken',
  'linkifier-url-empty',
  'linkifier-url-invalid',
  'linkifier-url-scheme-unsupported',
  'linkifier-names-mismatch',
] as const

export const getLinkifiers = endpoint({
  route: 'GET /realm/linkifiers',
  summary: 'Get linkifiers',
  notes: 'Use this to list the patterns that become links in messages and topics, in the order they apply.',
  auth: 'user',
  params: {},
  reply: { linkifiers: z.array(linkifierObject) },
})

export const addLinkifier = endpoint({
  route: 'POST /realm/filters',
  summary: 'Add a linkifier',
  notes:
    'Use this to turn texts such as `#123` into links. Patterns use the RE2 syntax. The URL is a template (RFC 6570) ' +
    'with the named groups of the pattern, and starts with `https://`, `http://`, `mailto:` or `/`.',
  auth: 'user',
  gate: 'admin',
  params: { pattern: text(), url_template: text() },
  example: { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trees.example.com/tree/{id}' },
  reply: { id: z.int() },
  reasons: linkifierReasons,
})

export const editLinkifier = endpoint({
  route: 'PATCH /realm/filters/{filter_id}',
  summary: 'Update a linkifier',
  notes: 'Use this to change the pattern or URL of a linkifier. Existing messages are unchanged.',
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
  reasons: ['linkifier-not-found', ...linkifierReasons],
})

export const removeLinkifier = endpoint({
  route: 'DELETE /realm/filters/{filter_id}',
  summary: 'Remove a linkifier',
  notes: 'Use this when a pattern should no longer become a link. Existing messages are unchanged.',
  auth: 'user',
  gate: 'admin',
  path: { filter_id: 'int' },
  params: {},
  example: { filter_id: sample.linkifier },
  reply: {},
  reasons: ['linkifier-not-found'],
})

export const reorderLinkifiers = endpoint({
  route: 'PATCH /realm/linkifiers',
  summary: 'Reorder linkifiers',
  notes: 'Use this to change the order in which linkifiers apply.',
  auth: 'user',
  gate: 'admin',
  params: { ordered_linkifier_ids: json(list(z.int(), maxObjects)) },
  example: { ordered_linkifier_ids: [sample.otherLinkifier, sample.linkifier] },
  reply: {},
  reasons: ['linkifier-order-incomplete'],
})

export const addPlayground = endpoint({
  route: 'POST /realm/playgrounds',
  summary: 'Add a code playground',
  notes:
    'Use this to offer a website for running code blocks of a language. The URL is a template (RFC 6570) with the ' +
    'variable `code`, and starts with `https://` or `http://`.',
  auth: 'user',
  gate: 'admin',
  params: { name: text(), highlight_language: text(), url_template: text() },
  example: {
    name: 'Rust playground',
    highlight_language: 'Rust',
    url_template: 'https://play.rust-lang.org/?code={code}',
  },
  reply: { id: z.int() },
  reasons: [
    'playground-name-empty',
    'playground-name-taken',
    'playground-language-too-long',
    'playground-language-invalid',
    'playground-url-invalid',
    'playground-url-scheme-unsupported',
  ],
})

export const removePlayground = endpoint({
  route: 'DELETE /realm/playgrounds/{playground_id}',
  summary: 'Remove a code playground',
  notes: 'Use this when a code playground should no longer be offered.',
  auth: 'user',
  gate: 'admin',
  path: { playground_id: 'int' },
  params: {},
  example: { playground_id: sample.playground },
  reply: {},
  reasons: ['playground-not-found'],
})
