import { describe, expect, it } from 'vitest'
import { createOrganization } from '../../administration/realm-lifecycle/create.ts'
import { renderContent } from '../../conversation/messages/render-content.ts'
import { toPlainText } from './plain-text.ts'
import { withMailbox } from './testing/fixtures.ts'

describe('An email about missed messages', () => {
  it('covers one conversation, the oldest message first, with senders, texts and the conversation', async () => {
    const { app, clock, carol, dave, bob, general, newEmails, sendToTopic, sendDirect } = await withMailbox()
    await sendToTopic(bob, 'Plums', 'too long ago')
    clock.advance(16 * 60)
    for (let n = 1; n <= 11; n++) await sendToTopic(bob, 'plums', `before ${n}`)
    await sendToTopic(bob, 'apples', 'elsewhere')
    const first = await sendDirect(carol, [dave], 'one **bold** <word>')
    await sendToTopic(carol, 'plums', 'see [this](https://example.com/a?b=1&c=2), @**Dave Member**')
    await sendDirect(bob, [dave], 'from another')
    await sendDirect(carol, [dave, bob], 'to both')
    await sendDirect(bob, [dave, carol], 'from another to both')
    await sendDirect(carol, [dave], 'two')
    await sendToTopic(bob, 'PLUMS', '@**Dave Member** again')
    const toDave = (await newEmails()).filter(({ recipients }) => recipients.join() === dave.email)
    expect(toDave.map(({ subject }) => subject)).toEqual([
      'Direct message with Carol Member',
      '#general > plums',
      'Direct message with Bob Admin',
      'Direct message with Bob Admin and Carol Member',
    ])
    const [direct, plums, , group] = toDave
    expect(direct?.text.trim().split('\n\n')).toEqual([
      'Hello Dave Member,',
      'You missed 2 messages in Orchard: Direct message with Carol Member',
      'Carol Member:\n> one bold <word>',
      'Carol Member:\n> two',
      `Open conversation:\n${app.config.url}/#narrow/dm/${carol.id}-Carol-Member/near/${first}`,
      "You're receiving this email because you got a direct message. Replies to this email aren't read.",
      expect.stringMatching(
        /^--\nUnsubscribe from emails like this:\n\S+\/unsubscribe\/missed_messages\/\S+$/,
      ),
    ])
    expect(direct?.html).toContain('<strong>Carol Member</strong><br>one bold &lt;word&gt;')
    expect(direct?.headers.get('list-unsubscribe')).toContain('/unsubscribe/missed_messages/')
    expect(group?.text.match(/^> .*$/gm)).toEqual(['> to both', '> from another to both'])

    const quotes = plums?.text.match(/^> .*$/gm) ?? []
    expect(quotes).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `> before ${n + 2}`),
      '> see this (https://example.com/a?b=1&c=2), @Dave Member',
      '> @Dave Member again',
    ])
    expect(plums?.text).toContain(`/#narrow/channel/${general}-general/topic/plums/near/`)
  })

  it('shows only the visible part of the topic before a mention', async () => {
    const { carol, dave, newEmails, sendToTopic } = await withMailbox()
    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const { stream_id: cellar } = await carol.api.getChannelId({ stream: 'cellar' })
    await sendToTopic(carol, 'wine', 'secret', cellar)
    await carol.api.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [dave.id] })
    await newEmails()
    await sendToTopic(carol, 'wine', 'open', cellar)
    await sendToTopic(carol, 'wine', '@**Dave Member**', cellar)
    const [email] = await newEmails()
    expect(email?.text.match(/^> .*$/gm)).toEqual(['> open', '> @Dave Member'])
  })

  it('hides the content unless both settings allow it, and names the organization if set', async () => {
    const { app, alice, carol, dave, newEmails, sendDirect } = await withMailbox()
    const read = async () => {
      await sendDirect(carol, [dave], 'secret')
      const [email, ...others] = await newEmails()
      expect(others).toEqual([])
      return email
    }
    const shows = async () => {
      const email = await read()
      expect(email?.subject === 'New messages').toBe(!email?.text.includes('secret'))
      return ['secret', 'Carol'].map((word) => `${email?.text}${email?.html}`.includes(word)).join()
    }
    expect(await shows()).toBe('true,true')
    await dave.api.updateSettings({ message_content_in_email_notifications: false })
    expect(await shows()).toBe('false,false')
    await alice.api.updateRealm({ message_content_allowed_in_email_notifications: false })
    expect(await shows()).toBe('false,false')
    await dave.api.updateSettings({ message_content_in_email_notifications: true })
    expect(await shows()).toBe('false,false')
    await alice.api.updateRealm({ message_content_allowed_in_email_notifications: true })

    const subject = async () => (await read())?.subject
    expect(await subject()).toBe('Direct message with Carol Member')
    await dave.api.updateSettings({ realm_name_in_email_notifications_policy: 2 })
    expect(await subject()).toBe('Direct message with Carol Member [Orchard]')
    await dave.api.updateSettings({ realm_name_in_email_notifications_policy: 1 })
    const owner = { email: 'DAVE@example.com', fullName: 'Dave', password: 'loquats ripen in spring' }
    await createOrganization(app, { subdomain: 'second', name: 'Second', owner })
    await newEmails()
    expect(await subject()).toBe('Direct message with Carol Member [Orchard]')
    await dave.api.updateSettings({ realm_name_in_email_notifications_policy: 3 })
    expect(await subject()).toBe('Direct message with Carol Member')
  })

  it('is readable as plain text', async () => {
    const { app } = await withMailbox()
    const realm = await app.realms.byHost('')
    const sender = realm?.directory.userByEmail('carol@example.com')
    if (realm === undefined || sender === undefined) throw new Error('Carol is missing.')
    const cases: [source: string, shown: string][] = [
      ['one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
      ['- a\n- b\n\nend', '- a\n- b\n\nend'],
      ['> said\n> more\n\nanswer', '> said\n> more\n\nanswer'],
      ['```quote\nouter\n````quote\ninner\n````\n```', '> outer\n>\n> > inner'],
      ['```\nif (a < b) {\n  c()\n}\n```\nend', 'if (a < b) {\n  c()\n}\n\nend'],
      ['```spoiler Who did it\nthe gardener\n```', 'Who did it\n\n(hidden)'],
      [
        'https://example.com/x and [x](https://example.com/)',
        'https://example.com/x and x (https://example.com/)',
      ],
      ['@**Carol Member** in #**general** :smile:', '@Carol Member in #general :smile:'],
      ['so $$x^2 < y$$ it is', 'so x^2 < y it is'],
      ['https://example.com/a.png', 'https://example.com/a.png'],
      ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b\n\n1 2'],
    ]
    for (const [source, shown] of cases) {
      expect(toPlainText(renderContent(realm.directory, sender, source).html, '(hidden)'), source).toBe(shown)
    }
  })
})
