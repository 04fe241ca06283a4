import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addBot } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificates } from '../../../http/testing/certificates.ts'
import { fetched } from '../../conversation/uploads/testing/fixtures.ts'
import { archive, deactivate } from '../../places/channels/testing/fixtures.ts'
import { maxAttachments } from './attachments.ts'
import { createInboundWorld, messagesIn, plainAddress, withOption } from './testing/fixtures.ts'

const accepted = /^250 /

describe('An email to the address of a channel', () => {
  it('is posted by the email gateway, with the subject as topic, without quotes and signature', async () => {
    const { carol, addressOf, send } = await createInboundWorld()
    const address = await addressOf(carol)
    expect(address).toMatch(/^general\.[0-9a-f]{32}\.show-sender@chat\.example\.com$/)
    expect(await addressOf(carol)).toBe(address)
    const text = 'Yes, @**all**!\n\n    not code\n\nOn Monday, Bob wrote:\n> When?\n\n-- \nAda'
    expect(await send(address, { subject: 'Re: AW: Plums\tand\u0007figs', text })).toMatch(accepted)
    const inOwnWords = 'Yes, @\u200b**all**!\n\n   not code'
    expect((await messagesIn(carol, 'general')).at(-1)).toEqual({
      topic: 'Plums and figs',
      by: 'Email Gateway',
      content: `From: Ada Stranger <ada@elsewhere.example>\n\n${inOwnWords}`,
    })
    // Options follow the token in any case and order, and the slug does not matter.
    const quoting = withOption(plainAddress(address), '+include-quotes').replace('general', 'WHATEVER')
    expect(await send(quoting, { text: 'Yes.\n\nOn Monday, Bob wrote:\n> When?' })).toMatch(accepted)
    const both = { text: 'plain', html: '<p>As <b>HTML</b></p><blockquote type="cite">old</blockquote>' }
    expect(await send(withOption(plainAddress(address), '.prefer-html'), both)).toMatch(accepted)
    expect(await send(plainAddress(address), both)).toMatch(accepted)
    expect(await send(plainAddress(address), { subject: '', text: '' })).toMatch(accepted)
    expect((await messagesIn(carol, 'general')).slice(-4)).toMatchObject([
      { topic: 'Plums', content: 'Yes.\n\nOn Monday, Bob wrote:\n> When?' },
      { content: 'As **HTML**' },
      { content: 'plain' },
      { topic: '(no subject)', content: '(no text)' },
    ])
  })

  it('is posted by the user or bot of the address, who must be allowed to', async () => {
    const { world, alice, carol, dave, general, addressOf, send } = await createInboundWorld()
    const bot = await addBot(world, carol)
    const [own, ofBot] = [await addressOf(carol, carol.id), await addressOf(carol, bot.id)]
    expect(new Set([own, ofBot, await addressOf(carol), await addressOf(dave)]).size).toBe(4)
    expect(await send(plainAddress(own))).toMatch(accepted)
    expect(await send(plainAddress(ofBot))).toMatch(accepted)
    const [byCarol, byBot] = (await messagesIn(carol, 'general')).slice(-2)
    expect(byCarol).toEqual({ topic: 'Plums', by: 'Carol Member', content: 'They are ripe.' })
    expect(byBot?.by).toBe(`Bot 400 of ${carol.id}`)

    const { id: admins } = (await alice.api.getUserGroups()).user_groups.find(
      ({ name }) => name === 'role:administrators',
    ) ?? { id: 0 }
    await alice.api.updateChannel({ stream_id: general, can_send_message_group: { new: admins } })
    for (const address of [own, ofBot, await addressOf(carol)]) {
      expect(await send(address)).toMatch(/^550 5\.7\.1 Posting to this channel is not allowed/)
    }
    expect(await send(await addressOf(alice))).toMatch(accepted)
  })

  it('is posted once, however often the mail server delivers it', async () => {
    const { carol, dave, addressOf, send } = await createInboundWorld()
    const [one, two] = [await addressOf(carol), await addressOf(dave)]
    const before = (await messagesIn(carol, 'general')).length
    const repeated = { messageId: '<plums@elsewhere.example>', text: 'once' }
    const responses = await Promise.all([
      send(one, repeated),
      send(one, repeated),
      send([one, one], repeated),
    ])
    for (const response of responses) expect(response).toMatch(accepted)
    expect(await send([one, two], repeated)).toMatch(accepted)
    expect((await messagesIn(carol, 'general')).length).toBe(before + 2)
  })

  it('has its files as uploads, as many as fit', async () => {
    const { world, carol, addressOf, send } = await createInboundWorld({ config: { uploadLimit: 1 } })
    const files = Array.from({ length: maxAttachments + 2 }, (_, n) => ({
      filename: n === 0 ? 'plans [1].txt' : `${n}.txt`,
      content: `file ${n}`,
    }))
    const address = plainAddress(await addressOf(carol))
    expect(await send(address, { attachments: files })).toMatch(accepted)
    const [message] = (await messagesIn(carol, 'general')).slice(-1)
    const links = [...(message?.content.matchAll(/\[([^\]]+)\]\((\/user_uploads\/\S+)\)/g) ?? [])]
    expect(links).toHaveLength(maxAttachments)
    expect(links[0]?.[1]).toBe('plans 1.txt')
    expect(message?.content).toMatch(/\n2 more attachments were not stored\.$/)
    expect(await fetched(world, links[0]?.[2] ?? '', carol)).toMatchObject({ status: 200, text: 'file 0' })
    // Long texts are cut, not the links after them.
    const long = { text: 'plum '.repeat(5_000), attachments: files.slice(0, 1) }
    expect(await send(address, long)).toMatch(accepted)
    expect((await messagesIn(carol, 'general')).at(-1)?.content).toMatch(/…\n\n\[plans 1\.txt\]\(\S+\)$/)
  })
})

describe('The SMTP listener', () => {
  it('refuses unknown, replaced and closed addresses before the email is sent', async () => {
    const { world, alice, carol, dave, general, addressOf, send } = await createInboundWorld()
    const address = await addressOf(carol)
    const { email: replacement } = await carol.api.replaceChannelEmail({ stream_id: general })
    expect(replacement).not.toBe(address)
    expect(await addressOf(carol)).toBe(replacement)
    const unknown = /^550 5\.1\.1 There is no such address here\./
    for (const wrong of [
      address,
      replacement.replace('chat.', 'other.'),
      replacement.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
      'postmaster@chat.example.com',
      `reply.1-${'0'.repeat(32)}@chat.example.com`,
    ]) {
      expect(await send(wrong), wrong).toMatch(unknown)
    }
    expect(await send(withOption(replacement, '.sparkle'))).toMatch(/^550 5\.1\.1 "sparkle" is no option/)
    expect(await send(replacement)).toMatch(accepted)

    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      principals: [dave.id],
    })
    const { stream_id: cellar } = await dave.api.getChannelId({ stream: 'cellar' })
    const { email: toCellar } = await dave.api.getChannelEmail({ stream_id: cellar })
    expect(await send(toCellar)).toMatch(accepted)
    await dave.api.unsubscribe({ subscriptions: ['cellar'] })
    expect(await send(toCellar)).toMatch(/^550 5\.7\.1 /)

    await deactivate(world, carol)
    expect(await send(replacement)).toMatch(unknown)
    const toArchive = await addressOf(alice)
    await archive(world, general)
    expect(await send(toArchive)).toMatch(/^550 5\.2\.1 This channel is archived\./)
  })

  it('refuses loops, automatic responses and spam', async () => {
    const { carol, addressOf, send } = await createInboundWorld()
    const address = await addressOf(carol)
    const before = (await messagesIn(carol, 'general')).length
    const unwanted: [header: string, value: string][] = [
      ['Auto-Submitted', 'auto-replied (vacation)'],
      ['Auto-Submitted', 'auto-generated'],
      ['Precedence', 'bulk'],
      ['Precedence', 'auto_reply'],
      ['X-Autoreply', 'yes'],
      ['List-Id', '<plums.elsewhere.example>'],
      ['X-Loquat-Origin', 'https://chat.example.com'],
      ['X-Spam-Flag', 'YES'],
      ['X-Spam-Status', 'Yes, score=9.1'],
      ['Authentication-Results', 'mx.example; spf=pass; dmarc=fail (p=reject) header.from=x.example'],
    ]
    for (const [name, value] of unwanted) {
      expect(await send(address, { headers: { [name]: value } }), `${name}: ${value}`).toMatch(
        /^550 5\.7\.1 /,
      )
    }
    expect(await send(address, { envelope: { from: '', to: address } })).toMatch(/^550 5\.7\.1 Automatic/)
    expect((await messagesIn(carol, 'general')).length).toBe(before)
    const harmless = { 'Auto-Submitted': 'no', 'X-Spam-Status': 'No, score=0.1', Precedence: 'first-class' }
    expect(await send(address, { headers: harmless })).toMatch(accepted)
  })

  it('accepts automated emails and failures of DMARC if the operator wants that, but no responses', async () => {
    const inbound = { acceptsAutomated: true, refusesDmarcFailures: false }
    const { carol, addressOf, send } = await createInboundWorld({ inbound })
    const address = await addressOf(carol)
    for (const headers of [
      { 'Auto-Submitted': 'auto-generated' },
      { Precedence: 'list' },
      { 'Authentication-Results': 'mx.example; dmarc=fail' },
    ]) {
      expect(await send(address, { headers })).toMatch(accepted)
    }
    expect(await send(address, { headers: { 'Auto-Submitted': 'auto-replied' } })).toMatch(/^550 /)
  })

  it('announces its maximum size and enforces it while it receives', async () => {
    const { carol, addressOf, send } = await createInboundWorld({ inbound: { maxBytes: 65_536 } })
    const address = await addressOf(carol)
    const big = { text: 'x'.repeat(70_000) }
    // The client learns the size from the greeting and does not begin.
    expect(await send(address, big, { size: 70_000 })).toMatch(/^552 /)
    expect(await send(address, { ...big, envelope: { from: 'a@b.example', to: address } })).toMatch(/^552 /)
    expect(await send(address)).toMatch(accepted)
  })

  it('lets senders retry while the database is unreachable, and posts the email then', async () => {
    const { carol, proxy, addressOf, send } = await createInboundWorld({ proxied: true, quiet: true })
    const address = await addressOf(carol)
    proxy.refuse('53300')
    proxy.disconnect()
    expect(await send(address)).toMatch(/^451 4\.3\.0 /)
    proxy.refuse(false)
    await expect.poll(() => send(address, { text: 'later' })).toMatch(accepted)
    expect((await messagesIn(carol, 'general')).at(-1)?.content).toMatch(/later$/)
  })

  it('offers STARTTLS, and can require it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loquat-smtp-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem'), isRequired: true }
    writeFileSync(tls.certFile, certificates.first.cert)
    writeFileSync(tls.keyFile, certificates.first.key)
    const { carol, addressOf, send } = await createInboundWorld({ inbound: { tls } })
    const address = await addressOf(carol)
    expect(await send(address)).toMatch(/^530 5\.7\.0 Must issue a STARTTLS command first/)
    const secured = { ignoreTLS: false, requireTLS: true, tls: { rejectUnauthorized: false } }
    expect(await send(address, {}, secured)).toMatch(accepted)
  })

  it('limits the emails to one address and from one sender', async () => {
    const { world, carol, dave, addressOf, send } = await createInboundWorld({ config: { rateLimits: true } })
    const token = (address: string) => /[0-9a-f]{32}/.exec(address)?.[0] ?? ''
    const [one, two] = [await addressOf(carol), await addressOf(dave)]
    for (let n = 0; n < 119; n++) world.app.limiter.take('inboundEmail', token(one))
    expect(await send(one)).toMatch(accepted)
    expect(await send(one)).toMatch(/^451 4\.7\.1 /)
    expect(await send(two)).toMatch(accepted)
    for (let n = 0; n < 117; n++) world.app.limiter.take('inboundEmailSender', 'ada@elsewhere.example')
    expect(await send(two)).toMatch(/^451 4\.7\.1 /)
    expect(await send(two, { from: 'other@elsewhere.example' })).toMatch(accepted)
  })
})
