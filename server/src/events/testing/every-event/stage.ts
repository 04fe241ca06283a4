import type { EventKey } from '@loquat/contract'
import type { CastName, Person, World } from '@loquat/devkit'
import { idOf, named } from '../../../features/places/channels/testing/fixtures.ts'

/** For tests only: the users, and the format of the tables beside this file. */

/** All users are in `general`, except Carol's bot, which is in no channel. */
export const userNames = ['alice', 'bob', 'mona', 'carol', 'dave', 'greta', 'bot'] as const
export type UserName = (typeof userNames)[number]
export type EventWorld = World & { bot: Person }

export const everyone = userNames
export const nobody: readonly UserName[] = []
export const allBut = (...some: UserName[]) => userNames.filter((one) => !some.includes(one))
export const nonGuests = allBut('greta')
export const inGeneral = allBut('bot')
export const administrators = ['alice', 'bob'] as const

/** One way to cause an event, and everyone who receives it. */
export type Case = {
  to: readonly UserName[]
  /** Receivers among clients without any capabilities; omitted if they are the same. */
  old?: readonly UserName[]
} & (
  | { by(stage: EventWorld): Promise<unknown> }
  | { given(stage: EventWorld): Promise<() => Promise<unknown>> }
)

/** By sentence. */
export type Cases = Readonly<Record<string, Case>>
export type EventTable = Partial<Record<EventKey, Cases>>

/** Carol creates a channel for herself and others. */
export async function channel(
  stage: EventWorld,
  name: string,
  { with: others = [], invite_only = false }: { with?: readonly CastName[]; invite_only?: boolean } = {},
): Promise<number> {
  const { carol } = stage
  const principals = [carol.id, ...others.map((one) => stage[one].id)]
  await carol.api.subscribe({ ...named(name), principals, invite_only })
  return await idOf(carol, name)
}

export const privateChannel = { invite_only: true }
