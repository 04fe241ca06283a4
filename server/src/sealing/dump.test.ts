import { randomBytes } from 'node:crypto'
import { createMailbox, createWorld, keyInEmail, keyOfLink, runJobs, testSecretKey } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { serverSecret } from '../sessions/store.ts'
import { foundIn, useEverySecret } from './testing/every-secret.ts'
import { dumpOf } from './testing/fixtures.ts'

describe('A dump of the database', () => {
  it('contains no secret that the server issued', async () => {
    await expectNoSecret([])
  })

  it('contains none with a master key either', async () => {
    await expectNoSecret([randomBytes(32)])
  })

  async function expectNoSecret(masterKeys: Buffer[]): Promise<void> {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl, masterKeys } })
    const { app, alice } = world
    const secrets = await useEverySecret(world)
    const dumpWithJobs = await dumpOf(world)

    const emails = await mailbox.emails(world)
    const emailTo = (email: string) => emails.find(({ recipients }) => recipients.includes(email))
    secrets.invitation = keyInEmail(emailTo('ina@example.com'), '/join/')
    secrets['join link'] = keyInEmail(emailTo('lin@example.com'), '/join/')
    secrets['email confirmation'] = keyInEmail(emailTo('new-dave@example.com'), '/confirm-email/')
    const reset = emails.find(({ text }) => text.includes('/reset/'))
    secrets['password reset'] = keyInEmail(reset, '/reset/')
    const login = emails.find(({ text }) => text.includes('/unsubscribe/'))
    secrets['unsubscribe link'] = keyInEmail(login, '/unsubscribe/').replace(/^\d+-/, '')
    await runJobs(world)
    const [{ export_url } = { export_url: null }] = (await alice.api.getExports()).exports
    secrets['export download'] = keyOfLink(export_url ?? '').replace(/^\d+-|\.zip$/g, '')

    const vapid = JSON.parse(await serverSecret(app.database.db, app.sealer, 'web-push')) as { d: string }
    secrets['VAPID key'] = vapid.d
    secrets['signing secret'] = await serverSecret(app.database.db, app.sealer, 'signing')
    secrets['secret key'] = Buffer.from(testSecretKey, 'base64').toString()

    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(15)
    const dump = await dumpOf(world)
    expect(dump, 'the dump is one').toContain(alice.email)
    for (const [n, key] of masterKeys.entries()) secrets[`master key ${n}`] = key.toString('latin1')
    expect(foundIn(dumpWithJobs, secrets)).toEqual([])
    expect(foundIn(dump, secrets)).toEqual([])
  }
})
