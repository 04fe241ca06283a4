import { describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from './all-endpoints.ts'
import { allScopes, includesScope, scopeAreas, verbsOf, withIncludedScopes } from './scope-names.ts'
import { channelLimits, endpointScopes } from './scopes.ts'

const names = Object.keys(endpoints) as EndpointName[]

describe('Scopes', () => {
  it('are given to every endpoint, and each is needed by one', () => {
    expect(Object.keys(endpointScopes).sort()).toEqual([...names].sort())
    const used = new Set<string>(Object.values(endpointScopes))
    expect([...used].filter((scope) => !['public', 'credentials', 'webhook'].includes(scope)).sort()).toEqual(
      [...allScopes].sort(),
    )
    for (const area of scopeAreas) expect(verbsOf(area)).toContain('read')
  })

  it('are public exactly where no account is needed, and for webhooks where the key is in the URL', () => {
    for (const name of names) {
      const { auth } = endpoints[name]
      expect([name, endpointScopes[name] === 'public']).toEqual([name, auth === 'none'])
      expect([name, endpointScopes[name] === 'webhook']).toEqual([name, auth === 'key'])
    }
  })

  it('to read never change anything but queues', () => {
    const changing = names.filter(
      (name) => endpointScopes[name].endsWith(':read') && endpoints[name].method !== 'GET',
    )
    expect(changing.sort()).toEqual(['deleteQueue', 'register', 'renderMessage'])
  })

  it('include the lower verbs of their area', () => {
    expect(includesScope('messages:admin', 'messages:read')).toBe(true)
    expect(includesScope('messages:write', 'messages:admin')).toBe(false)
    expect(includesScope('messages:admin', 'channels:read')).toBe(false)
    expect(includesScope('messages:write', 'drafts:write')).toBe(true)
    expect(includesScope('messages:read', 'drafts:write')).toBe(false)
    expect(includesScope('drafts:write', 'messages:read')).toBe(false)
    expect([...withIncludedScopes(['groups:write', 'events:read'])]).toEqual([
      'groups:read',
      'groups:write',
      'events:read',
    ])
  })
})

describe('Limits to channels', () => {
  it('fit the paths of their endpoints', () => {
    for (const [name, limit] of Object.entries(channelLimits)) {
      const { path } = endpoints[name as EndpointName]
      if (limit === 'channel') expect(path, name).toContain('{stream_id}')
      if (limit === 'message') expect(path, name).toContain('{message_id}')
    }
  })
})
