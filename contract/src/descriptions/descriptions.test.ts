import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Endpoint,
  endpoints,
  events,
  outgoingWebhook,
  outgoingWebhookForm,
  outgoingWebhookReply,
} from '../index.ts'
import { describedNames, describeField } from './describe.ts'

interface Node {
  properties?: Record<string, Node>
}

/** Names of all fields in a JSON schema, at any depth. */
function* fieldsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  yield* Object.keys((schema as Node).properties ?? {})
  for (const inner of Object.values(schema)) yield* fieldsIn(inner)
}

const namesIn = (schema: z.ZodType, io: 'input' | 'output') => [
  ...fieldsIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
]

const declared = [
  ...(Object.entries(endpoints) as [string, Endpoint][]).flatMap(([owner, { pathParams, params, reply }]) =>
    [
      ...Object.keys(pathParams),
      ...Object.entries(params).flatMap(([name, { schema }]) => [name, ...namesIn(schema, 'input')]),
      ...namesIn(reply, 'output'),
    ].map((name) => [owner, name] as const),
  ),
  ...[outgoingWebhook, outgoingWebhookForm, outgoingWebhookReply].flatMap((schema) =>
    namesIn(schema, 'output').map((name) => ['outgoingWebhook', name] as const),
  ),
  ...Object.values(events).flatMap(({ key, shape }) =>
    namesIn(z.object(shape), 'output').map((name) => [key, name] as const),
  ),
]

describe('The descriptions', () => {
  it('cover every parameter and every field of replies and events', () => {
    const missing = declared.filter(([owner, name]) => describeField(owner, name) === undefined)
    expect([...new Set(missing.map(([owner, name]) => `${owner}.${name}`))]).toEqual([])
  })

  it('are sentences', () => {
    for (const name of describedNames) expect(describeField('', name), name).toMatch(/^[A-Z`].*\.$/)
  })

  it('are all used', () => {
    const used = new Set(
      declared.flatMap(([owner, name]) => [`${owner}.${name}`, name, name.replace(/^realm_/, '')]),
    )
    expect(describedNames.filter((name) => !used.has(name))).toEqual([])
  })
})
