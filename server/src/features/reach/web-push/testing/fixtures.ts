import { createWorld, type Person } from '@loquat/devkit'
import { idOf } from '../../../places/channels/testing/fixtures.ts'
import { scanMissedMessages } from '../../missed-messages/jobs.ts'
import { deliverPushes } from '../jobs.ts'
import { startPushService, type TestBrowser } from './push-service.ts'

/** A world with a push service, and helpers to send messages. */
export async function withPush() {
  const world = await createWorld({ config: { allowPrivateCallbacks: true } })
  const { app } = world
  const service = await startPushService(app.vapid.publicKey)
  const general = await idOf(world.carol, 'general')
  /** Runs the jobs that scan and deliver. */
  const deliver = async () => {
    await scanMissedMessages(app)
    await deliverPushes.run(app, {})
  }
  const sendToTopic = async (person: Person, topic: string, content = 'hello', to = general) =>
    (await person.api.sendMessage({ type: 'channel', to, topic, content })).id
  const sendDirect = async (person: Person, to: Person[], content = 'hello') =>
    (await person.api.sendMessage({ type: 'direct', to: to.map(({ id }) => id), content })).id
  await deliver()
  return { world, ...world, service, general, deliver, sendToTopic, sendDirect }
}

/** The new pushes of a browser, as short texts. */
export const newPushes = (browser: TestBrowser): string[] =>
  browser
    .taken()
    .map(({ push }) => (push.kind === 'read' ? `read ${push.tag}` : `${push.title}: ${push.body}`))
