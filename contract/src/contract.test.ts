import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  areas,
  type Endpoint,
  endpoint,
  endpoints,
  eventKey,
  events,
  flag,
  Given,
  json,
  text,
} from './index.ts'

/** Calls whose example needs no parameters, although they have some. */
const saysNothing = ['sendTestNotification']

const all = Object.entries(endpoints) as [string, Endpoint][]

const titleVerbs = [
  ...[
    'Accept',
    'Add',
    'Archive',
    'Check',
    'Confirm',
    'Create',
    'Deactivate',
    'Delete',
    'Edit',
    'End',
    'Erase',
    'Fetch',
    'Get',
    'Hide',
  ],
  ...[
    'List',
    'Decline',
    'Join',
    'Leave',
    'Start',
    'Stay',
    'Log',
    'Mark',
    'Mute',
    'Pin',
    'Reactivate',
    'Regenerate',
    'Disconnect',
    'Register',
    'Remove',
    'Render',
    'Reorder',
    'Report',
    'Request',
  ],
  ...[
    'Resend',
    'Reset',
    'Retry',
    'Revoke',
    'Save',
    'Send',
    'Set',
    'Start',
    'Subscribe',
    'Undo',
    'Unhide',
    'Summarize',
    'Test',
    'Unmute',
    'Unpin',
    'Unsubscribe',
    'Update',
    'Upload',
    'Verify',
  ],
]

describe('The contract', () => {
  it('has every endpoint of every area under a unique name', () => {
    const names = Object.values(areas).flatMap((area) => Object.keys(area))
    expect(new Set(names).size).toBe(names.length)
    expect(names.sort()).toEqual(Object.keys(endpoints).sort())
  })

  it('has no two endpoints for one method and path', () => {
    const routes = all.map(([, { method, path, pathParams }]) => {
      const kinds = path.replace(/\{(\w+)\}/g, (_, name: string) => `{${pathParams[name]}}`)
      return `${method} ${kinds}`
    })
    expect(new Set(routes).size).toBe(routes.length)
  })

  it('declares exactly the variables of each path, with one type per path', () => {
    for (const [name, { path, pathParams }] of all) {
      expect(path, name).toMatch(/^(\/([\w.-]+|\{\w+\}))+$/)
      expect(Object.keys(pathParams), name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
  })

  it('uses each name for one parameter of an endpoint, and never `client`, which is always accepted', () => {
    for (const [name, { params, pathParams }] of all) {
      const names = Object.entries(params).flatMap(([one, { aliases }]) => [one, ...aliases])
      expect(new Set(names).size, name).toBe(names.length)
      expect(names, name).not.toContain('client')
      for (const variable of Object.keys(pathParams)) expect(names, name).not.toContain(variable)
    }
  })

  it('titles each endpoint in the imperative, says when to use it, and describes each event', () => {
    for (const [name, { summary, notes }] of all) {
      expect(summary, name).toMatch(/^[A-Z][a-z]+( [^.]*)?[^.\s]$/)
      expect(titleVerbs, `${name}: ${summary}`).toContain(summary.split(' ')[0])
      expect(notes, name).toMatch(/^[A-Z].{20,}\.$/s)
    }
    for (const { key, summary } of Object.values(events)) expect(summary, key).toMatch(/^\S.*\S$/)
  })

  it('has a valid example with all required parameters for each endpoint with parameters', () => {
    for (const [name, { example, params, pathParams }] of all) {
      const needed = Object.keys(params).filter((one) => params[one]?.required)
      const shown = Object.entries(example)
      expect(
        shown.map(([one]) => one),
        name,
      ).toEqual(expect.arrayContaining([...Object.keys(pathParams), ...needed]))
      const takesAnything = Object.keys({ ...params, ...pathParams }).length > 0
      const says = shown.length > 0 || saysNothing.includes(name)
      expect(says || !takesAnything, `${name} needs an example: see docs/recipes/add-an-endpoint.md`).toBe(
        true,
      )
      for (const [one, value] of shown) {
        const kind = pathParams[one]
        if (value instanceof Given) expect(value.name, name).toMatch(/^[a-z]+(_[a-z]+)*$/)
        else if (kind === 'int') expect(value, name).toBeTypeOf('number')
        else if (kind !== undefined) expect(value, name).toBeTypeOf('string')
        else expect(params[one]?.schema.safeParse(value).success, `${name}: ${one}`).toBe(true)
      }
    }
  })

  it('finds each event by its type and operation', () => {
    for (const declaration of Object.values(events)) {
      expect(eventKey(declaration)).toBe(declaration.key)
      expect(events[declaration.key as keyof typeof events]).toBe(declaration)
    }
  })

  it('rejects undeclared fields of events', () => {
    for (const { key, schema } of Object.values(events)) {
      const result = schema.safeParse({ surprise: true })
      expect(JSON.stringify(result.error?.issues), key).toContain('surprise')
    }
  })
})

describe('A declaration', () => {
  const sample = endpoint({
    route: 'PATCH /things/{thing_id}',
    summary: 'Change a thing',
    auth: 'user',
    path: { thing_id: 'int' },
    params: {
      name: text(),
      loud: flag(),
      size: json(z.int().nullable()),
      color: text(z.string().optional()),
    },
    reply: { thing: z.string() },
  })

  it('splits the route into method and path', () => {
    expect(sample).toMatchObject({ method: 'PATCH', path: '/things/{thing_id}', errors: [], notes: '' })
  })

  it('requires parameters that have no default and are not optional', () => {
    const required = Object.entries(sample.params).filter(([, param]) => param.required)
    expect(required.map(([name]) => name)).toEqual(['name', 'size'])
  })

  it('accepts only the envelope and the declared fields as a reply', () => {
    const envelope = { result: 'success', msg: '' }
    const accepts = (reply: object) => sample.reply.safeParse(reply).success
    expect(accepts({ ...envelope, thing: 'a' })).toBe(true)
    expect(accepts({ ...envelope, thing: 'a', ignored_parameters_unsupported: ['x'] })).toBe(true)
    expect(accepts({ ...envelope, thing: 'a', extra: 1 })).toBe(false)
    expect(accepts({ ...envelope })).toBe(false)
    expect(accepts({ result: 'error', msg: '', thing: 'a' })).toBe(false)
  })
})
