import type { VisibilityPolicy } from '@loquat/contract'
import { createWorld, type Person } from '@loquat/devkit'
import { idOf } from '../../channels/testing/fixtures.ts'

/** Shared by the tests beside this folder. */

export async function generalOf() {
  const world = await createWorld()
  return { ...world, world, general: await idOf(world.carol, 'general') }
}

export const make = (person: Person, stream_id: number, topic: string, visibility_policy: VisibilityPolicy) =>
  person.api.updateUserTopic({ stream_id, topic, visibility_policy })

export const mute = (person: Person, stream_id: number, topic: string) => make(person, stream_id, topic, 1)

export const topicsOf = async ({ api }: Person) =>
  (await api.register({ client_capabilities: { empty_topic_name: true } })).user_topics ?? []

/** The topic policies of a user, without times. */
export const policiesBy = async (person: Person) =>
  (await topicsOf(person)).map((one) => [one.stream_id, one.topic_name, one.visibility_policy])
