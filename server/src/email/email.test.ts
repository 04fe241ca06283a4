import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMailbox, createWorld, runJobs } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deliverEmail, sendEmail } from '../jobs/send-email.ts'
import { enqueue } from '../jobs/store.ts'
import { button, paragraph, quote, toHtml, toText } from './email.ts'
import { EmailRefusedError } from './mailer.ts'

const email = {
  to: 'ana@example.com',
  language: 'en' as const,
  subject: 'Grüße <&>',
  body: [paragraph('Hello')],
}

describe('An email', () => {
  it('has the same content in text and HTML, with escaped values', () => {
    const full = {
      ...email,
      body: [
        paragraph('One\ntwo <i>'),
        button('Press', 'https://x.example/?a=1&b="2"'),
        quote('a\n\nb', 'Bo'),
      ],
      unsubscribeUrl: 'https://x.example/stop',
    }
    expect(toText(full)).toBe(
      'One\ntwo <i>\n\nPress:\nhttps://x.example/?a=1&b="2"\n\nBo:\n> a\n>\n> b\n\n--\nUnsubscribe from emails like this:\nhttps://x.example/stop\n',
    )
    const shown = toHtml(full)
    expect(shown).toContain('One<br>two &lt;i&gt;')
    expect(shown).toContain('href="https://x.example/?a=1&amp;b=&quot;2&quot;"')
    expect(shown).toContain('<title>Grüße &lt;&amp;&gt;</title>')
  })

  it('is retried after a temporary failure of the SMTP server, and refused after a permanent one', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl }, quiet: true })
    await expect(world.app.mailer.send(email)).resolves.toBeUndefined()
    mailbox.rejectWith = 451
    await expect(world.app.mailer.send(email)).rejects.not.toBeInstanceOf(EmailRefusedError)
    mailbox.rejectWith = 550
    await expect(world.app.mailer.send(email)).rejects.toThrow(EmailRefusedError)
    mailbox.rejectWith = undefined
    const [arrived, ...others] = await mailbox.emails(world)
    expect(others).toEqual([])
    expect(arrived).toMatchObject({ subject: email.subject, from: 'noreply@loquat.invalid' })
    expect(arrived?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('is sent only if the transaction commits', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { sealer, database } = world.app
    const { db } = database
    const failing = db.transaction().execute(async (tx) => {
      await sendEmail({ db: tx, sealer }, email)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await mailbox.emails(world)).toEqual([])
    await db.transaction().execute((tx) => sendEmail({ db: tx, sealer }, email))
    expect(await mailbox.emails(world)).toHaveLength(1)
    // One that was ordered before there were languages.
    const { language: _, ...old } = email
    await enqueue(db, deliverEmail, { ...old, unsubscribeUrl: 'https://x.example/stop' })
    expect((await mailbox.emails(world))[0]?.text).toContain('Unsubscribe from emails like this:')
  })

  it('is written to the folder outbox without an SMTP server', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-outbox-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const world = await createWorld({ config: { dataDir } })
    const { sealer, database } = world.app
    await sendEmail({ db: database.db, sealer }, { ...email, to: 'a/../na@example.com' })
    await runJobs(world)
    const files = await readdir(join(dataDir, 'outbox'))
    expect(files).toEqual([expect.stringMatching(/^\S+ a_\.\._na@example\.com \w{8}\.eml$/)])
    expect(await readFile(join(dataDir, 'outbox', files[0] ?? ''), 'utf8')).toContain('@example.com')
  })
})
