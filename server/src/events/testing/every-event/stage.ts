import type { EventKey } from '@loquat/contract'
import type { CastName, Person, World } from '@loquat/devkit'
import { idOf, named } from '../../../features/places/channels/testing/fixtures.ts'

/** For tests only: the users, and the format of the tables beside this file. */

/** All users are in `general`, except Carol's bot, which is in no channel. */
export const players = ['alice', 'bob', 'mona', 'carol', 'dave', 'greta', 'bot'] as const
export type Player = (typeof players)[number]
export type Stage = World & { bot: Person }

export const everyone = players
export const nobody: readonly Player[] = []
export const allBut = (...some: Player[]) => players.filter((one) => !some.includes(one))
export const nonGuests = allBut('greta')
export const inGeneral = allBut('bot')
export const administrators = ['alice', 'bob'] as const

/** One way to cause an event, and everyone who receives it. */
export type Case = {
  to: readonly Player[]
  /** Receivers among clients without any capabilities; omitted if they are the same. */
  old?: readonly Player[]
} & ({ by(stage: Stage): Promise<unknown> } | { given(stage: Stage): Promise<() => Promise<unknown>> })

/** By sentence. */
export type Cases = Readonly<Record<string, Case>>
export type Table = Partial<Record<EventKey, Cases>>

/** Carol creates a channel for herself and others. */
export async function channel(
  stage: Stage,
  name: string,
  { with: others = [], invite_only = false }: { with?: readonly CastName[]; invite_only?: boolean } = {},
): Promise<number> {
  const { carol } = stage
  const principals = [carol.id, ...others.map((one) => stage[one].id)]
  await carol.api.subscribe({ ...named(name), principals, invite_only })
  return await idOf(carol, name)
}

export const hidden = { invite_only: true }
