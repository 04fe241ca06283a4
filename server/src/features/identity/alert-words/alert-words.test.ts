import type { Reason } from '@loquat/contract'
import {
  addBot,
  bodyWithReason,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const add = async ({ api }: Person, ...alert_words: string[]) =>
  (await api.addAlertWords({ alert_words })).alert_words
const remove = async ({ api }: Person, ...alert_words: string[]) =>
  (await api.removeAlertWords({ alert_words })).alert_words
const words = async ({ api }: Person) => (await api.getAlertWords()).alert_words
const eventWith = (...alert_words: string[]) => ({ type: 'alert_words', alert_words, id: expect.any(Number) })

describe('POST /users/me/alert_words', () => {
  it('adds words in order, replies with all words, and publishes all words', async () => {
    const { carol } = await createWorld()
    const replies: string[][] = []
    const events = await expectEventsToReproduceState(carol, async () => {
      replies.push(await add(carol, 'plum', 'a ripe loquat'))
      replies.push(await add(carol, 'apple'))
    })
    const all = ['plum', 'a ripe loquat', 'apple']
    expect(replies).toEqual([all.slice(0, 2), all])
    expect(events).toEqual([eventWith(...all.slice(0, 2)), eventWith(...all)])
    expect(await words(carol)).toEqual(all)
  })

  it('ignores existing words in any case, and keeps their spelling', async () => {
    const { carol } = await createWorld()
    await add(carol, 'Plum', 'Größe', 'ΟΔΟΣ')
    expect(await add(carol, 'PLUM', 'plum', 'gRÖßE', 'οδοσ', 'apple')).toEqual([
      'Plum',
      'Größe',
      'ΟΔΟΣ',
      'apple',
    ])
  })

  it('uses the last spelling of a word that is sent twice', async () => {
    const { carol } = await createWorld()
    expect(await add(carol, 'plum', 'apple', 'PLUM', ' Plum ')).toEqual(['Plum', 'apple'])
  })

  it('trims words and skips blank ones', async () => {
    const { carol } = await createWorld()
    expect(await add(carol, ' \u3000plum\n', '', '  ', 'apple  pie')).toEqual(['plum', 'apple  pie'])
  })

  it('publishes an event even if no word is new', async () => {
    const { carol } = await createWorld()
    await add(carol, 'plum')
    const events = await expectEventsToReproduceState(carol, async () => {
      expect(await add(carol, 'PLUM')).toEqual(['plum'])
      expect(await add(carol)).toEqual(['plum'])
    })
    expect(events).toEqual([eventWith('plum'), eventWith('plum')])
  })

  it('refuses a word of more than 100 characters before trimming, names its position, and adds none', async () => {
    const { carol } = await createWorld()
    const longest = '🍑'.repeat(100)
    const events = await eventsDuring(carol, async () => {
      for (const bad of [`${longest}!`, ` ${longest}`, ' '.repeat(101)]) {
        await expect(add(carol, 'plum', 'apple', bad)).rejects.toMatchObject(
          withReason('alert-word-too-long', { index: 2, max: 100 }),
        )
      }
    })
    expect(events).toEqual([])
    expect(await words(carol)).toEqual([])
    expect(await add(carol, longest)).toEqual([longest])
  })

  it('accepts up to 1000 words at once, and words that look like patterns', async () => {
    const { carol } = await createWorld()
    const odd = ['100%', 'a_b', '.*', '\\', '"{,}"', 'null', "'"]
    const many = Array.from({ length: 990 }, (_, n) => `${n}`)
    expect(await add(carol, ...odd, ...many)).toEqual([...odd, ...many])
    expect(await remove(carol, ...many, '%', '.')).toEqual(odd)
    await expect(add(carol, ...many, ...odd, 'a', 'b', 'c', 'd')).rejects.toMatchObject(
      withReason('parameter-invalid', {
        parameter: 'alert_words',
        problem: 'must have at most 1000 elements',
      }),
    )
    expect(await remove(carol, ...odd)).toEqual([])
  })
})

describe('DELETE /users/me/alert_words', () => {
  it('removes words in any case, replies with the rest, and publishes an event', async () => {
    const { carol } = await createWorld()
    await add(carol, 'Plum', 'apple', 'Pear')
    const events = await expectEventsToReproduceState(carol, async () => {
      expect(await remove(carol, 'pLUM', 'PEAR')).toEqual(['apple'])
    })
    expect(events).toEqual([eventWith('apple')])
    expect(await words(carol)).toEqual(['apple'])
  })

  it('does not trim, ignores unknown words, and still publishes an event', async () => {
    const { carol } = await createWorld()
    await add(carol, 'plum')
    const events = await expectEventsToReproduceState(carol, async () => {
      expect(await remove(carol, ' plum', 'cherry', '', 'x'.repeat(1_000))).toEqual(['plum'])
      expect(await remove(carol)).toEqual(['plum'])
    })
    expect(events).toEqual([eventWith('plum'), eventWith('plum')])
  })

  it('allows the word again in another spelling, at the end', async () => {
    const { carol } = await createWorld()
    await add(carol, 'plum', 'apple')
    await remove(carol, 'plum')
    expect(await add(carol, 'PLUM')).toEqual(['apple', 'PLUM'])
  })
})

describe('Alert words', () => {
  it('are a required list of strings', async () => {
    const world = await createWorld()
    for (const method of ['POST', 'DELETE']) {
      const send = async (form: Record<string, string>) => {
        const init = { method, as: world.carol, body: new URLSearchParams(form) }
        return await (await world.raw('/api/v1/users/me/alert_words', init)).json()
      }
      const parameter = 'alert_words'
      expect(await send({})).toMatchObject(bodyWithReason('parameter-missing', { parameter }))
      const malformed: [string, Reason][] = [
        ['plum', 'parameter-not-json'],
        ['"plum"', 'parameter-invalid'],
        ['[1]', 'parameter-invalid'],
        ['[null]', 'parameter-invalid'],
        ['{}', 'parameter-invalid'],
        ['["a\\u0000b"]', 'parameter-has-null-byte'],
        ['["\\ud800"]', 'parameter-has-lone-surrogate'],
      ]
      for (const [alert_words, reason] of malformed) {
        expect(await send({ alert_words }), alert_words).toMatchObject(bodyWithReason(reason))
      }
    }
    expect(await words(world.carol)).toEqual([])
  })

  it('are private: other users neither see them nor receive events about them', async () => {
    const { alice, carol } = await createWorld()
    await add(alice, 'apple')
    const received = await eventsDuring(alice, async () => {
      await add(carol, 'plum', 'APPLE')
      await remove(carol, 'apple')
    })
    expect(received).toEqual([])
    expect(await words(alice)).toEqual(['apple'])
    expect(await words(carol)).toEqual(['plum'])
  })

  it('are returned by register if requested', async () => {
    const { carol } = await createWorld()
    const fetch = (...fetch_event_types: string[]) => carol.api.register({ fetch_event_types })
    expect((await fetch('alert_words')).alert_words).toEqual([])
    await add(carol, 'plum', 'apple')
    expect((await fetch('alert_words')).alert_words).toEqual(['plum', 'apple'])
    expect(await fetch('message')).not.toHaveProperty('alert_words')
    expect(await carol.api.register()).toMatchObject({ alert_words: ['plum', 'apple'] })
  })

  it('are available to guests and bots', async () => {
    const world = await createWorld()
    for (const person of [world.greta, await addBot(world, world.carol)]) {
      expect(await add(person, 'plum', 'apple')).toEqual(['plum', 'apple'])
      expect(await remove(person, 'plum')).toEqual(['apple'])
    }
  })

  it('lose nothing in concurrent changes through several processes', async () => {
    const world = await createWorld()
    const { carol } = world
    const other = { ...carol, api: (await world.secondNode()).as(carol) }
    await add(carol, ...Array.from({ length: 10 }, (_, n) => `old ${n}`))
    await expectEventsToReproduceState(carol, async () => {
      await Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const [one, two] = n % 2 === 0 ? [carol, other] : [other, carol]
          await Promise.all([
            add(one, `new ${n}`, 'Same', 'other'),
            add(two, 'OTHER', 'sAME'),
            remove(two, `OLD ${n}`),
          ])
        }),
      )
      // Brings the first process up to the end of the log.
      await carol.api.register({ event_types: [] })
    })
    const left = (await words(carol)).map((word) => word.toLowerCase()).sort()
    expect(left).toEqual([...Array.from({ length: 10 }, (_, n) => `new ${n}`), 'other', 'same'])
  })
})
