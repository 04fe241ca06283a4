import { describe, expect, it } from 'vitest'
import { viewOfHash } from '../navigation/historical-links.ts'
import { fenceFor, hasQuote, messageLink, quoteText } from './quote-text.ts'

describe('A quote', () => {
  it('has a longer fence than its content', () => {
    expect(fenceFor('plain')).toBe('```')
    expect(fenceFor('```quote\n````js\nx\n````\n```')).toBe('`````')
    expect(quoteText({ name: 'Ana', userId: 7, link: '/x', source: 'Hi', said: 'said' })).toBe(
      '@_**Ana|7** [said](/x):\n```quote\nHi\n```\n',
    )
  })

  it('is found anywhere in a text', () => {
    const quoted = quoteText({ name: 'Ana', userId: 7, link: '/x', source: 'Hi', said: 'said' })
    expect(hasQuote(quoted)).toBe(true)
    expect(hasQuote(`Look:\n\n${quoted}\nNice.`)).toBe(true)
    expect(hasQuote('```quote\nHi\n```')).toBe(false)
    expect(hasQuote('Ana said: Hi')).toBe(false)
  })

  it('links to the message in the form that all clients understand', () => {
    const topic = { kind: 'topic', channelId: 12, topic: 'v1.0 (a) 50%' } as const
    const link = messageLink('https://a.example', topic, 220, 'web shop')
    expect(link).toMatch(/^https:\/\/a\.example\/#narrow\/channel\/12-web-shop\/topic\/[\w.-]+\/near\/220$/)
    expect(viewOfHash(new URL(link).hash)).toMatchObject({ ...topic, at: 220 })
    const direct = messageLink('', { kind: 'dm', userIds: [7, 9] }, 5, '')
    expect(viewOfHash(direct.slice(1))).toMatchObject({ kind: 'dm', userIds: [7, 9], at: 5 })
  })
})
