import { StatePermissions } from '@loquat/client'
import type { InitialState } from '@loquat/contract'
import {
  type Attempt,
  byKind,
  byPermission,
  forEachKind,
  holdersWorld,
  letNobodyAdd,
  type MatrixWorld,
  matrixWorld,
  outcomesOf,
  parseTable,
  relations,
} from '@loquat/devkit/permission-matrix'
import { describe, expect, it } from 'vitest'
import { registerOptions } from '../session/register-options.ts'
import { type Action, actionDenial } from './action-denial.ts'

/** Operations of the permission matrix that the app decides itself. */
const actions: Record<string, (attempt: Attempt) => Action> = {
  post: ({ place }) => ({ kind: 'post', channelId: place.id }),
  'react to a message': ({ place, world }) => ({
    kind: 'react',
    message: { sender_id: world.alice.id, stream_id: place.id, timestamp: 0 },
  }),
  'describe it': ({ place }) => ({ kind: 'administer-channel', channelId: place.id }),
  'add others': ({ place }) => ({ kind: 'add-subscribers', channelId: place.id }),
  'add others, where nobody may': ({ place }) => ({ kind: 'add-subscribers', channelId: place.id }),
  'remove others': ({ place }) => ({ kind: 'remove-subscribers', channelId: place.id }),
  'subscribe oneself': ({ place }) => ({ kind: 'subscribe', channelId: place.id }),
}
const decided = ['see', ...Object.keys(actions)]

/** The state of everyone, as the app fetches it. */
async function fetchStates({ people }: MatrixWorld): Promise<Map<number, InitialState>> {
  const everyone = Object.values(people).flatMap((some) => Object.values(some))
  const states = everyone.map(
    async (person) => [person.id, await person.api.register(registerOptions)] as const,
  )
  return new Map(await Promise.all(states))
}

/** Returns a function for the table of one operation, as the app decides it. */
async function deciderIn(world: MatrixWorld) {
  // Deciding changes nothing, so the states are fetched again only after a change.
  let states = await fetchStates(world)
  return async (operation: string, people: Parameters<typeof outcomesOf>[2], places = world.places) => {
    if (operation === 'add others, where nobody may') {
      await letNobodyAdd(world)
      states = await fetchStates(world)
    }
    return await outcomesOf(
      { ...world, places },
      async (attempt) => {
        const state = states.get(attempt.person.id) ?? {}
        if (operation === 'see') {
          return new StatePermissions(state).channel(attempt.place.id) === undefined ? '-' : '+'
        }
        const action = actions[operation]?.(attempt)
        return action && actionDenial(action, state, Date.now()) === undefined ? '+' : '-'
      },
      people,
    )
  }
}

describe('The app decides about channels like the server', () => {
  it('by kind, role and subscription', async () => {
    const world = await matrixWorld()
    const decisions = await deciderIn(world)
    for (const [operation, table] of byKind) {
      if (!decided.includes(operation)) continue
      // The app does not offer to join archived channels.
      const places = world.places.filter(
        ({ kind }) => operation !== 'subscribe oneself' || !kind.startsWith('archived'),
      )
      const found = await decisions(operation, relations, places)
      expect.soft(found, operation).toEqual(
        forEachKind(
          table,
          places.map(({ kind }) => kind),
        ),
      )
    }
  })

  it.each(byPermission)('for holders of %s', async (permission, table) => {
    const world = await holdersWorld(permission)
    const decisions = await deciderIn(world)
    for (const [operation, expected] of Object.entries(parseTable(table))) {
      // The app only has messages that the viewer can read.
      if (!decided.includes(operation) || operation === 'react to a message') continue
      const found = await decisions(operation, ['never'])
      const cells = Object.keys(expected).map((role) => [
        role,
        world.places.map(({ kind }) => found[kind]?.[role]).join(''),
      ])
      expect.soft(Object.fromEntries(cells), operation).toEqual(expected)
    }
  })
})
