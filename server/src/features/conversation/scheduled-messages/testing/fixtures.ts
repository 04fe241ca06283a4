import { createWorld, type Person, type World } from '@loquat/devkit'
import { idOf } from '../../../places/channels/testing/fixtures.ts'
import { deliverDue } from '../deliver.ts'

export const inAnHour = ({ clock }: World) => Math.floor(clock.now() / 1_000) + 3_600

/** A world with helpers that schedule messages to `general` and deliver them. */
export async function withGeneral() {
  const world = await createWorld()
  const general = await idOf(world.carol, 'general')
  const toChannel = { type: 'channel', to: general, topic: 'plums', content: 'later' } as const
  const schedule = async ({ api }: Pick<Person, 'api'>, more: object = {}) => {
    const message = { ...toChannel, scheduled_delivery_timestamp: inAnHour(world), ...more }
    return (await api.createScheduledMessage(message)).scheduled_message_id
  }
  /** Sends the messages that are due in an hour. */
  const deliver = async () => {
    world.clock.advance(3_601)
    await deliverDue(world.app)
  }
  return Object.assign(world, { general, toChannel, schedule, deliver })
}

export const listScheduled = async ({ api }: Person) => (await api.getScheduledMessages()).scheduled_messages
