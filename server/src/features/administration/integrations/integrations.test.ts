import { maxMessageLength, maxTopicLength } from '@loquat/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMessage } from '../../../markdown/render.ts'
import { testContext } from '../../../markdown/testing/context.ts'
import { badCharacterAt, isLongerThan } from '../../../text.ts'
import { integrations, messageFrom } from './index.ts'
import { type Integration, integrationCategories } from './integration.ts'
import type { Fixture } from './testing/fixture.ts'
import { fixtures } from './testing/index.ts'
import { anyPayload, enlarged } from './testing/spoilt.ts'

const noMentions = {
  users: [],
  groups: [],
  channelWildcard: false,
  topicWildcard: false,
  hereWildcard: false,
}

const fits = (text: string, max: number) => text.trim() !== '' && !isLongerThan(text, max)

it('lists integrations by name, each once', () => {
  const names = integrations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  expect(Object.keys(fixtures).sort()).toEqual(names)
})

describe.each(integrations.map((one): [string, Integration] => [one.name, one]))(
  '%s',
  (name, integration) => {
    const cases = fixtures[name] ?? []

    it.each(cases.map((one): [string, Fixture] => [one.name, one]))(
      'formats %s',
      (_, { event, payload, message }) => {
        if (integration.eventHeader === undefined) expect(integration.eventOf?.(payload) ?? '').toBe(event)
        expect(messageFrom(integration, payload, event)).toEqual(message)
        if (message === undefined) return
        const { html } = renderMessage(message.content, testContext)
        expect(html.replace(/<span [^>]*class="emoji[^>]*>[^<]*</g, '<')).not.toMatch(/:[a-z_]+: /)
      },
    )

    it('has a fixture with a message for every listed event', () => {
      const formatted = cases.filter(({ message }) => message !== undefined).map(({ event }) => event)
      expect([...new Set(formatted)].sort()).toEqual(
        integration.events.length > 0 ? [...integration.events].sort() : [''],
      )
      expect(integration.name).toMatch(/^[a-z_]+$/)
    })

    it('has a category and a one-sentence description', () => {
      expect(integrationCategories).toContain(integration.category)
      expect(integration.description).toMatch(/^[A-Z][^.\n]{10,100}\.$/)
    })

    it('limits lists and texts of huge payloads', () => {
      for (const { name: fixture, event, payload } of cases) {
        const message = messageFrom(integration, enlarged(payload), event)
        const bullets = message?.content.split('\n').filter((line) => line.startsWith('* ')) ?? []
        expect(bullets.length, fixture).toBeLessThanOrEqual(21)
        expect(message === undefined || fits(message.content, maxMessageLength), fixture).toBe(true)
      }
    })

    it('turns every payload into a valid message without mentions, or no message', () => {
      fc.assert(
        fc.property(
          anyPayload(cases.map((one) => one.payload)),
          fc.constantFrom('', '__proto__', ...integration.events),
          fc.constantFrom(undefined, '{a}: `{b.0}` [{c}]({url}){>text|note}', '{'.repeat(2_000)),
          (payload, event, template) => {
            const message = messageFrom(integration, payload, event, { template })
            expect(['string', 'undefined']).toContain(typeof integration.eventOf?.(payload))
            if (message === undefined) return
            expect(fits(message.topic, maxTopicLength), message.topic).toBe(true)
            expect(badCharacterAt(message.topic)).toBeUndefined()
            expect(fits(message.content, maxMessageLength)).toBe(true)
            expect(message.content.isWellFormed() && !message.content.includes('\0')).toBe(true)
            expect(message.content).not.toMatch(/^\s*\//)
            expect(renderMessage(message.content, testContext).mentions).toEqual(noMentions)
          },
        ),
        { numRuns: 150 },
      )
    })
  },
)
