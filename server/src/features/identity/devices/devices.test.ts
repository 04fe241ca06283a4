import { addBot, createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const unknown = withReason('device-unknown')
const unregistered = withReason('device-not-found')
const appid = 'org.example.Chat-1'

describe('Mobile devices', () => {
  it('are registered once per user and kind, and can be removed', async () => {
    const { carol, dave } = await createWorld()
    const token = 'c29tZXRoaW5n'
    for (const person of [carol, carol, dave]) {
      await person.api.registerAppleDevice({ token, appid })
      await person.api.registerAndroidDevice({ token })
    }
    await carol.api.removeAppleDevice({ token })
    await expect(carol.api.removeAppleDevice({ token })).rejects.toMatchObject(unregistered)
    await carol.api.removeAndroidDevice({ token })
    await expect(carol.api.removeAndroidDevice({ token })).rejects.toMatchObject(unregistered)
    await dave.api.removeAppleDevice({ token })
    await dave.api.registerAndroidDevice({ token: 'x'.repeat(4096) })
    await dave.api.removeAndroidDevice({ token: 'x'.repeat(4096) })
  })

  it('need a valid token, and a user who is not a bot', async () => {
    const world = await createWorld()
    const { api } = world.carol
    const invalid = withReason('parameter-invalid')
    for (const token of ['', 'x'.repeat(4097)]) {
      await expect(api.registerAndroidDevice({ token }), token).rejects.toMatchObject(invalid)
      await expect(api.removeAndroidDevice({ token }), token).rejects.toMatchObject(invalid)
    }
    for (const token of ['', 'abc', 'abcde', 'ab=c', 'a===', 'AAAA'.repeat(1025)]) {
      await expect(api.registerAppleDevice({ token, appid }), token).rejects.toMatchObject(invalid)
      await expect(api.removeAppleDevice({ token }), token).rejects.toMatchObject(invalid)
    }
    for (const token of ['abcd', 'ab==', 'abc=', 'ab-cd', 'AAAA'.repeat(1024)]) {
      await api.registerAppleDevice({ token, appid })
      await api.removeAppleDevice({ token })
    }
    const ids = {
      '': 'parameter-invalid',
      'org example': 'parameter-invalid',
      'org/example': 'parameter-invalid',
      ä: 'parameter-invalid',
      ['x'.repeat(256)]: 'parameter-too-long',
    } as const
    for (const [odd, reason] of Object.entries(ids)) {
      const registered = api.registerAppleDevice({ token: 'abcd', appid: odd })
      await expect(registered, odd).rejects.toMatchObject(withReason(reason))
    }
    const bot = await addBot(world, world.carol)
    const denied = withReason('caller-is-bot')
    await expect(bot.api.registerAndroidDevice({ token: 'abcd' })).rejects.toMatchObject(denied)
    await expect(bot.api.registerAppleDevice({ token: 'abcd', appid })).rejects.toMatchObject(denied)
    await expect(bot.api.sendTestNotification()).rejects.toMatchObject(denied)
  })

  it('are removed with the API key that registered them', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const token = 'abcd'
    for (const person of [carol, dave]) await person.api.registerAndroidDevice({ token })
    await carol.api.regenerateApiKey()
    const { api } = world.person(carol.id)
    await expect(api.sendTestNotification({ token })).rejects.toMatchObject(unknown)
    await expect(api.removeAndroidDevice({ token })).rejects.toMatchObject(unregistered)
    await dave.api.removeAndroidDevice({ token })
  })

  it('cannot receive test notifications, because the server does not send any', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.sendTestNotification()
    await carol.api.registerAndroidDevice({ token: 'abcd' })
    await expect(dave.api.sendTestNotification({ token: 'abcd' })).rejects.toMatchObject(unknown)
    const unsupported = withReason('device-notifications-unsupported')
    await expect(carol.api.sendTestNotification({ token: 'abcd' })).rejects.toMatchObject(unsupported)
    await expect(carol.api.sendTestNotification()).rejects.toMatchObject(unsupported)
    await dave.api.sendTestNotification()
  })
})
