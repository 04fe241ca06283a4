import { createWorld, type Person } from '@loquat/devkit'
import { idOf } from '../../../places/channels/testing/fixtures.ts'
import { scanMissedMessages } from '../../missed-messages/jobs.ts'
import { deliverPushes } from '../jobs.ts'
import { startPushService, type TestBrowser } from './push-service.ts'

/** For tests only: a world with a push service, and ways to say something in it. */
export async function withPush() {
  const world = await createWorld({ config: { allowPrivateCallbacks: true } })
  const { app } = world
  const service = await startPushService(app.vapid.publicKey)
  const general = await idOf(world.carol, 'general')
  /** As the jobs do, without waiting for them. */
  const look = async () => {
    await scanMissedMessages(app)
    await deliverPushes.run(app, {})
  }
  const say = async (person: Person, topic: string, content = 'hello', to = general) =>
    (await person.api.sendMessage({ type: 'channel', to, topic, content })).id
  const tell = async (person: Person, to: Person[], content = 'hello') =>
    (await person.api.sendMessage({ type: 'direct', to: to.map(({ id }) => id), content })).id
  await look()
  return { world, ...world, service, general, look, say, tell }
}

/** What a browser was told since the last time, in a few words. */
export const toldTo = (browser: TestBrowser): string[] =>
  browser
    .taken()
    .map(({ push }) => (push.kind === 'read' ? `read ${push.tag}` : `${push.title}: ${push.body}`))
