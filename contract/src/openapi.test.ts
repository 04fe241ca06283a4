import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeSamples, type Endpoint, endpoints, errorTable, events, reasonRow } from './index.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema?: object; content?: object }[]
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
  responses: Record<string, { description: string; content: object }>
  security?: object[]
  deprecated?: boolean
  'x-codeSamples': object[]
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
// As a reader gets it.
const document = JSON.parse(JSON.stringify(openApiDocument('https://chat.example.com'))) as Document
const all = Object.entries(endpoints) as [string, Endpoint][]
const operationOf = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()] as Operation
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Every value in a JSON tree, with the place where it stands. */
function* walk(value: unknown, place = '#'): Generator<[string, unknown]> {
  yield [place, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${place}/${key}`)
}

describe('The OpenAPI document', () => {
  it('has the structure of OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Loquat', version })
    expect(document.servers).toEqual([{ url: 'https://chat.example.com/api/v1' }])
    expect(document.components.securitySchemes.basic).toMatchObject({ type: 'http', scheme: 'basic' })
  })

  it('has every endpoint of the contract once, and nothing else', () => {
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(endpoints).sort())
    for (const [name, endpoint] of all) expect(operationOf(endpoint).operationId).toBe(name)
  })

  it('declares every path variable, and no other', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(methods)) {
        const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(declared.map((parameter) => parameter.name)).toEqual(variables)
        for (const parameter of declared) expect(parameter.required).toBe(true)
      }
    }
  })

  it('states the location of each parameter and whether it is required', () => {
    for (const [name, endpoint] of all) {
      const operation = operationOf(endpoint)
      const names = Object.keys(endpoint.params)
      const required = names.filter((one) => endpoint.params[one]?.required)
      if (endpoint.method === 'GET') {
        const query = operation.parameters.filter((parameter) => parameter.in === 'query')
        expect(
          query.map((parameter) => parameter.name),
          name,
        ).toEqual(names)
        expect(query.filter((parameter) => parameter.required).map((parameter) => parameter.name)).toEqual(
          required,
        )
        for (const { schema, content } of query) expect([schema, content].filter(Boolean)).toHaveLength(1)
        expect(operation.requestBody, name).toBeUndefined()
      } else if (names.length > 0 || endpoint.files) {
        const type = endpoint.files ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
        const form = operation.requestBody?.content[type]
        const fields = endpoint.files ? [...names, 'file'] : names
        expect(Object.keys(form?.schema.properties ?? {}), name).toEqual(fields)
        expect(form?.schema.required, name).toEqual(required)
      }
    }
  })

  it('lists success and only existing errors for each endpoint', () => {
    const codes = new Set<string>(Object.values(errorTable).map((row) => row.code))
    for (const [name, endpoint] of all) {
      const { responses, security } = operationOf(endpoint)
      const success = endpoint.redirects ? '302' : '200'
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining([success, '400', '429']))
      const denials = responses['401']?.description.split('. Reasons: ')[0]?.split(', ') ?? []
      expect(denials.includes('UNAUTHORIZED'), name).toBe(['user', 'spectator'].includes(endpoint.auth))
      expect(denials.includes('INVALID_API_KEY'), name).toBe(endpoint.auth === 'key')
      const expected = { user: undefined, none: [], spectator: [{ basic: [] }, {}], key: [{ key: [] }] }
      expect(security, name).toEqual(expected[endpoint.auth])
      for (const [status, { description }] of Object.entries(responses)) {
        if (status === success) continue
        const [ofStatus = '', own] = description.split(/\. Reasons: /)
        for (const code of ofStatus.split(', ')) expect(codes, name).toContain(code)
        const declared = (endpoint.reasons ?? []).filter(
          (reason) => String(errorTable[reasonRow(reason).kind].status) === status,
        )
        expect(own, name).toBe(declared.length === 0 ? undefined : `${declared.join(', ')}.`)
      }
    }
  })

  it('has code samples for each call, in a shell and in a program', () => {
    for (const [name, endpoint] of all) {
      const { 'x-codeSamples': samples, deprecated } = operationOf(endpoint)
      expect(samples, name).toEqual(codeSamples('https://chat.example.com', name, endpoint))
      expect(deprecated, name).toBe(endpoint.deprecated === undefined ? undefined : true)
    }
  })

  it('has a schema for every event', () => {
    for (const { key } of Object.values(events)) {
      expect(document.components.schemas).toHaveProperty([`event.${key.replace(':', '.')}`])
    }
    expect(Object.keys(document.components.schemas)).toHaveLength(Object.keys(events).length)
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
  })

  it('describes the requests to outgoing webhook bots in both formats, and their replies', () => {
    const { post } = document.webhooks['chat-outgoing-webhook'] ?? {}
    const { 'application/json': json, 'application/x-www-form-urlencoded': form } =
      post?.requestBody?.content ?? {}
    const fields = ['bot_email', 'bot_full_name', 'data', 'trigger', 'token', 'message']
    expect(json?.schema.required).toEqual(fields)
    expect(json?.schema.properties).toMatchObject({
      trigger: { enum: ['direct_message', 'mention'] },
      message: { type: 'object', properties: { rendered_content: { type: 'string' } } },
    })
    expect(form?.schema.required).toEqual(expect.arrayContaining(['token', 'text', 'channel_name']))
    expect(post?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { content: { type: 'string' } } } } },
    })
  })

  it('contains everything it refers to', () => {
    const places = new Map(walk(document))
    for (const [place, value] of places) {
      if (!place.endsWith('/$ref')) continue
      expect(places.has(String(value)), `${place} → ${value}`).toBe(true)
    }
    expect([...places.keys()].filter((place) => place.endsWith('/$schema'))).toEqual([])
  })
})
