import { describe, expect, it } from 'vitest'
import type { Channel } from '../directory/directory.ts'
import { spectator } from '../directory/spectator.ts'
import { SubscriberMap } from '../directory/subscriber-map.ts'
import { emptyDirectory } from '../directory/testing/fixtures.ts'
import { type Audience, includes, pickFrom } from './audience.ts'

const directory = emptyDirectory()
const many = Array.from({ length: 40 }, (_, n) => n * 2)

/** A public channel 9 with these subscribers, and with others who received the first three messages. */
function directoryWith(people: { subscribers: number[]; since: number[]; former: number[] }) {
  const directory = emptyDirectory()
  for (const id of people.former) directory.putUser({ ...spectator, id, role: 400 })
  directory.putChannel({
    id: 9,
    name: 'garden',
    historyPublicToSubscribers: true,
    inviteOnly: false,
    subscribers: SubscriberMap.of(people.subscribers, people.since),
    former: new Map(people.former.map((id) => [id, [{ from: 1, to: 4 }]])),
  } as Partial<Channel> as Channel)
  return directory
}

describe('An audience', () => {
  it.each<[Audience, number, boolean]>([
    [{ users: [1, 2] }, 2, true],
    [{ users: [1, 2] }, 3, false],
    [{ users: many }, 40, true],
    [{ users: many }, 41, false],
    [{ everyone: true }, 7, true],
    [{ everyone: true, except: [7] }, 7, false],
    [{ everyone: true, except: many }, 40, false],
    [{ everyone: true, except: many }, 41, true],
    [{ channel: 9, message: 1 }, 7, false],
  ])('%j: user %i, %s', (audience, user, expected) => {
    expect(includes(audience, user, directory)).toBe(expected)
  })

  it('selects the same waiting users, whichever list is longer', () => {
    const few = new Map([
      [40, 'forty'],
      [41, 'forty-one'],
    ])
    const all = new Map(Array.from({ length: 100 }, (_, n) => [n, n]))
    expect([...pickFrom(few, { users: many }, directory)]).toEqual(['forty'])
    expect([...pickFrom(all, { users: [3, 500] }, directory)]).toEqual([3])
    expect([...pickFrom(few, { everyone: true, except: [40] }, directory)]).toEqual(['forty-one'])
    const channel = directoryWith({ subscribers: [3, 4, 500], since: [1, 9, 1], former: [5] })
    for (const audience of [
      { channel: 9, message: 2 },
      { about: 9, message: 2 },
    ]) {
      const waiting = [...pickFrom(all, { ...audience, also: [7] }, channel)]
      expect(waiting.sort()).toEqual('about' in audience ? [3, 4, 5, 7] : [3, 5, 7])
      expect([...pickFrom(new Map([[3, 'three']]), audience, channel)]).toEqual(['three'])
    }
  })
})
