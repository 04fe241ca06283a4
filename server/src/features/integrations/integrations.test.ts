import { maxMessageLength, maxTopicLength } from '@loquat/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMessage } from '../../markdown/render.ts'
import { testContext } from '../../markdown/testing/context.ts'
import { badCharacterAt, isLongerThan } from '../../text.ts'
import type { Fixture } from './fixtures/fixture.ts'
import { fixtures } from './fixtures/index.ts'
import { anyPayload } from './fixtures/spoilt.ts'
import { integrations, messageFrom } from './index.ts'
import type { Integration } from './integration.ts'

const calm = { users: [], groups: [], channelWildcard: false, topicWildcard: false }

const fits = (text: string, most: number) => text.trim() !== '' && !isLongerThan(text, most)

describe.each(integrations.map((one): [string, Integration] => [one.name, one]))(
  '%s',
  (name, integration) => {
    const cases = fixtures[name] ?? []

    it.each(cases.map((one): [string, Fixture] => [one.name, one]))(
      'tells %s',
      (_, { event, payload, says }) => {
        if (integration.eventHeader === undefined) expect(integration.eventOf?.(payload) ?? '').toBe(event)
        expect(messageFrom(integration, payload, event)).toEqual(says)
        if (says === undefined) return
        const { html } = renderMessage(says.content, testContext)
        expect(html.replace(/<span [^>]*class="emoji[^>]*>[^<]*</g, '<')).not.toMatch(/:[a-z_]+: /)
      },
    )

    it('has words for every event that it lists, each in a fixture', () => {
      const told = cases.filter(({ says }) => says !== undefined).map(({ event }) => event)
      expect([...new Set(told)].sort()).toEqual(
        integration.events.length > 0 ? [...integration.events].sort() : [''],
      )
      expect(integration.name).toMatch(/^[a-z_]+$/)
    })

    it('makes of any payload whatever a message that fits and calls nobody, or none', () => {
      fc.assert(
        fc.property(
          anyPayload(cases.map((one) => one.payload)),
          fc.constantFrom('', '__proto__', ...integration.events),
          (payload, event) => {
            const message = messageFrom(integration, payload, event)
            expect(['string', 'undefined']).toContain(typeof integration.eventOf?.(payload))
            if (message === undefined) return
            expect(fits(message.topic, maxTopicLength), message.topic).toBe(true)
            expect(badCharacterAt(message.topic)).toBeUndefined()
            expect(fits(message.content, maxMessageLength)).toBe(true)
            expect(message.content.isWellFormed() && !message.content.includes('\0')).toBe(true)
            expect(message.content).not.toMatch(/^\s*\//)
            expect(renderMessage(message.content, testContext).mentions).toEqual(calm)
          },
        ),
        { numRuns: 150 },
      )
    })
  },
)
