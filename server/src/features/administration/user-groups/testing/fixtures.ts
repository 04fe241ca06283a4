import type { SystemGroup, UserGroupObject } from '@loquat/contract'
import { changeRows, createWorld, type Person, runJobs, type World } from '@loquat/devkit'
import { sql } from 'kysely'

/** Shared by the tests beside this folder. */

type Options = Partial<Parameters<Person['api']['createUserGroup']>[0]>

export const make = async ({ api }: Person, name: string, members: Person[] = [], options: Options = {}) =>
  (
    await api.createUserGroup({
      name,
      description: '',
      members: members.map((one) => one.id),
      ...options,
    })
  ).group_id

export async function groupsOf({ api }: Person, deactivated = true): Promise<UserGroupObject[]> {
  return (await api.getUserGroups({ include_deactivated_groups: deactivated })).user_groups
}

export const groupOf = async (person: Person, id: number) =>
  (await groupsOf(person)).find((group) => group.id === id)

/** A world, and in it the IDs of the groups by role. */
export async function groupWorld() {
  const world = await createWorld()
  const ids = Object.fromEntries((await groupsOf(world.alice)).map((group) => [group.name, group.id]))
  return { ...world, world, roles: ids as Record<SystemGroup, number> }
}

/** Lets these hold a permission of the organization; its API cannot yet. */
export const permit = (world: World, permission: string, value: unknown) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set permissions = permissions || jsonb_build_object(${permission}::text, ${JSON.stringify(value)}::jsonb)
      where subdomain = ''`,
  )

/** The direct messages of the notification bot to a user, without HTML. */
export async function notesTo(world: World, { api }: Person): Promise<string[]> {
  await runJobs(world)
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
    apply_markdown: false,
  })
  return messages.map((message) => message.content)
}
