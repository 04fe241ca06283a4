import { runJobs } from '@loquat/devkit'
import { expect, it } from 'vitest'
import { withPush } from './testing/fixtures.ts'
import { subscribe } from './testing/push-service.ts'

it('A call in a direct conversation is pushed at once while it rings, and no longer says so when it is over', async () => {
  const { world, app, carol, dave, alice, clock, service } = await withPush()
  const browser = await subscribe(service, dave)
  await dave.api.updatePresence({ status: 'active', ping_only: true })
  /** The job of the call, and the delivery that it enqueues. */
  const pushes = async () => {
    await runJobs(world)
    await runJobs(world)
    return browser.taken().map(({ push }) => push)
  }
  const { call } = await carol.api.startCall({ type: 'direct', to: [dave.id] })
  const shown = {
    kind: 'message',
    title: 'Carol Member',
    address: `/m/${call.message_id}`,
    tag: `dm:${carol.id}`,
    messages: [call.message_id],
  }
  const rings = { title: 'Carol Member is calling you', rings_until: call.started_timestamp + 30 }
  expect(await pushes()).toMatchObject([{ ...shown, call: rings }])

  const { participant_id } = await carol.api.joinCall({ call_id: call.call_id })
  await carol.api.leaveCall({ call_id: call.call_id, participant_id })
  const [over, ...others] = await pushes()
  expect(over).toMatchObject(shown)
  expect([over, ...others]).not.toMatchObject([{ call: rings }])
  expect(others).toEqual([])

  // A call that was declined, or is older than it rings, is a message as any other.
  await dave.api.markAllAsRead()
  await pushes()
  await dave.api.updateSettings({ default_language: 'de' })
  const again = await carol.api.startCall({ type: 'direct', to: [dave.id, alice.id] })
  await dave.api.declineCall({ call_id: again.call.call_id })
  expect((await pushes()).map((push) => 'call' in push)).toEqual([false])
  await dave.api.markAllAsRead()
  await pushes()
  const late = await carol.api.startCall({ type: 'direct', to: [dave.id] })
  clock.advance(31)
  expect(await pushes()).toMatchObject([{ messages: [late.call.message_id] }])

  // Muted people do not ring, and calls in topics do not either.
  await dave.api.markAllAsRead()
  await pushes()
  await dave.api.muteUser({ muted_user_id: alice.id })
  await alice.api.startCall({ type: 'direct', to: [dave.id] })
  await carol.api.startCall({ type: 'channel', to: 'general', topic: 'plums' })
  expect(await pushes()).toEqual([])
  expect(await app.database.db.selectFrom('push_due').selectAll().execute()).toEqual([])
})
