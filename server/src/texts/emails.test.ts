import {
  Browser,
  castPassword,
  createMailbox,
  createWorld,
  keyInEmail,
  linkInEmail,
  type Person,
  type ReceivedEmail,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { emailTexts } from '../email/template.ts'
import { sendWelcomeEmail } from '../features/administration/accounts/welcome-emails.ts'
import { remindOfInvitation } from '../features/administration/invitations/jobs.ts'
import { newcomer } from '../features/administration/invitations/testing/fixtures.ts'
import { addApp, connect } from '../features/administration/oauth/testing/connect.ts'
import { addPasskey } from '../features/administration/second-factors/testing/authenticator.ts'
import {
  afterPassword,
  setUpTotp,
} from '../features/administration/second-factors/testing/authenticator-app.ts'
import { withMailbox } from '../features/reach/missed-messages/testing/fixtures.ts'

const german = 'de-AT, en;q=0.5'
const languageIn = async ({ api }: Person) =>
  (await api.register({ fetch_event_types: ['user_settings'] })).user_settings?.default_language

describe('An email', () => {
  it('is in the language of its recipient, for every kind of email', async () => {
    const { world, app, clock, mailbox, newEmails, sendDirect, sendToTopic, ...cast } = await withMailbox()
    const { alice, bob, mona, carol, dave, greta } = cast
    const realmId = (await app.realms.byHost(''))?.id ?? 0
    const arrived: ReceivedEmail[] = []
    const find = (to: string, subject?: string) =>
      arrived.findLast((one) => one.recipients.includes(to) && (subject ?? one.subject) === one.subject)
    const browser = new Browser(world)
    const post = (path: string, fields: Record<string, string> = {}) =>
      browser.send(`POST ${path}` as 'POST /', fields, { 'accept-language': german })

    for (const { api } of [mona, carol, dave, greta]) await api.updateSettings({ default_language: 'de' })
    await browser.logIn(carol)
    await world.anyone.requestPasswordReset({ email: carol.email })
    await post('/login/forgot', { email: 'nobody@example.org' })
    const { invite_link } = await bob.api.createInvitationLink({})
    await post(new URL(invite_link).pathname, { email: 'eva@example.org' })
    await greta.api.updateSettings({ email: 'greta@new.example' })
    await sendDirect(carol, [bob, dave, mona], '```spoiler Birnen\nreif\n```')
    await sendDirect(bob, [carol, dave, mona], 'Hallo')
    await sendToTopic(bob, 'plums', 'davor')
    await sendToTopic(bob, 'plums', '@**Dave Member**')
    await mona.api.updateSettings({ message_content_in_email_notifications: false })
    arrived.push(...(await newEmails()))

    const { recoveryCodes, code } = await setUpTotp(world, mona)
    const { browser: second } = await afterPassword(world, mona)
    await second.send('POST /login/verify', { code: code(-1) })
    await second.send('POST /login/verify', { code: recoveryCodes[0]! })
    await mona.api.createRecoveryCodes({ password: castPassword })
    await mona.api.removeTotp({ password: castPassword })
    const { passkey_id } = await addPasskey(world, mona, 'Birne')
    await mona.api.removePasskey({ passkey_id, password: castPassword })
    await addPasskey(world, mona, 'Birne')
    await alice.api.resetFactors({ user_id: mona.id })
    await connect(world, mona, await addApp(world))
    await mona.api.createToken({ name: 'Ernte' })
    const new_password = 'Birnen reifen im Herbst'
    await mona.api.updateSettings({ old_password: castPassword, new_password })
    await mona.api.showApiKey({ password: new_password })
    await mona.api.regenerateApiKey()
    await world.anyone.resetPassword({
      key: keyInEmail(find(carol.email, 'Passwort für Orchard zurücksetzen'), '/reset/'),
      new_password,
    })
    arrived.push(...(await newEmails()))

    await post(new URL(linkInEmail(find('greta@new.example'), '/confirm-email/')).pathname)
    const farewell = { user_id: dave.id, deactivation_notification_comment: 'Danke!' }
    await alice.api.deactivateUser(farewell)
    await world.anyone.requestPasswordReset({ email: dave.email })
    await alice.api.updateRealm({ default_language: 'de' })
    await alice.api.sendInvitations({ invitee_emails: 'dia@example.org', stream_ids: [], invite_as: 100 })
    arrived.push(...(await mailbox.emails(world)))

    const { invites } = await alice.api.getInvitations()
    const { id = 0 } = invites.find((one) => one.email === 'dia@example.org') ?? {}
    await remindOfInvitation.run(app, { realmId, id })
    const key = keyInEmail(find('dia@example.org'), '/join/')
    const { user_id: userId } = await world.anyone.join({ key, ...newcomer })
    for (const number of [1, 2, 3]) await sendWelcomeEmail.run(app, { realmId, userId, number })
    await alice.api.deactivateRealm({ deletion_delay_days: 20 })
    arrived.push(...(await mailbox.emails(world)))

    const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })
    const end = day.format(clock.now() + 20 * 86_400_000)
    const rows: [to: string, subject: string, said: string][] = [
      [carol.email, 'Neue Anmeldung bei Orchard', 'Womit: node\nVon: 127.0.0.1'],
      [carol.email, 'Passwort für Orchard zurücksetzen', 'einmal und läuft in drei Tagen ab.'],
      ['nobody@example.org', 'Dein Passwort bei Orchard', 'gibt es kein Konto mit dieser E-Mail-Adresse'],
      [
        'eva@example.org',
        'Orchard beitreten',
        'möchte Orchard mit der E-Mail-Adresse eva@example.org beitreten.',
      ],
      [
        'greta@new.example',
        'Bestätige deine neue E-Mail-Adresse für Orchard',
        'statt greta@example.com verwenden.',
      ],
      [greta.email, 'Deine E-Mail-Adresse bei Orchard wurde geändert', 'ist jetzt greta@new.example.'],
      [
        dave.email,
        'Direktnachricht mit Bob Admin, Mona Moderator und Carol Member',
        '> Birnen\n>\n> (verborgen)',
      ],
      [
        dave.email,
        '#general > plums',
        'weil du erwähnt wurdest. Antworten auf diese E-Mail werden nicht gelesen.',
      ],
      [mona.email, 'Neue Nachrichten', 'du hast bei Orchard 2 Nachrichten verpasst.\n'],
      [
        mona.email,
        'Authenticator-App zu deinem Konto bei Orchard hinzugefügt',
        'braucht jetzt auch einen Code.',
      ],
      [mona.email, 'Wiederherstellungscode für dein Konto bei Orchard verwendet', 'Unbenutzte Codes: 9.'],
      [
        mona.email,
        'Benutzter Code für dein Konto bei Orchard eingegeben',
        'der schon benutzt war. Er wurde abgelehnt.',
      ],
      [mona.email, 'Neue Wiederherstellungscodes für dein Konto bei Orchard', 'gelten nicht mehr.'],
      [mona.email, 'Authenticator-App von deinem Konto bei Orchard entfernt', 'ändere sofort dein Passwort'],
      [mona.email, 'Passkey zu deinem Konto bei Orchard hinzugefügt', 'der Passkey „Birne“ hinzugefügt.'],
      [mona.email, 'Passkey von deinem Konto bei Orchard entfernt', 'Der Passkey „Birne“ wurde'],
      [mona.email, 'Deine zweiten Faktoren bei Orchard wurden zurückgesetzt', 'braucht nur dein Passwort'],
      [
        mona.email,
        'App mit deinem Konto bei Orchard verbunden',
        'Sie kann:\n\n- Nachrichten lesen, die du lesen kannst\n- ',
      ],
      [mona.email, 'Token für dein Konto bei Orchard erstellt', 'das Token „Ernte“ wurde'],
      [mona.email, 'Dein Passwort bei Orchard wurde geändert', 'Alle anderen Browser wurden abgemeldet.'],
      [mona.email, 'Dein API-Schlüssel bei Orchard wurde angezeigt', 'ändere sofort dein Passwort'],
      [mona.email, 'Dein API-Schlüssel bei Orchard wurde ersetzt', 'funktionieren nicht mehr.'],
      [carol.email, 'Dein Passwort bei Orchard wurde zurückgesetzt', 'Alle Browser wurden abgemeldet.'],
      [dave.email, 'Dein Konto bei Orchard wurde deaktiviert', 'Dazu die Nachricht:\n\n> Danke!'],
      [dave.email, 'Dein Passwort bei Orchard', 'Dein Konto dort wurde deaktiviert.'],
      ['dia@example.org', 'Alice Owner hat dich zu Orchard eingeladen', 'Diese Einladung läuft am '],
      [
        'dia@example.org',
        'Erinnerung: Alice Owner hat dich zu Orchard eingeladen',
        'Wir erinnern dich nicht noch einmal.',
      ],
      ['dia@example.org', 'Dein Konto bei Orchard', 'E-Mail: dia@example.org'],
      ['dia@example.org', 'So funktionieren Unterhaltungen bei Orchard', 'jede Nachricht in einem Kanal'],
      ['dia@example.org', 'Behalte im Blick, was bei Orchard wichtig ist', 'folge einem Thema'],
      ['dia@example.org', 'Hol dein Team zu Orchard', 'lade alle ein'],
      ['dia@example.org', 'Orchard wurde deaktiviert', `Ihre Daten werden am ${end} endgültig gelöscht.`],
    ]
    for (const [to, subject, said] of rows) {
      const email = find(to, subject)
      const what = `${subject} to ${to}`
      expect(email?.text, what).toContain(said)
      expect(email?.html, what).toContain('<html lang="de">')
      const words = `${email?.text} ${email?.html.replace(/<[^>]+>/g, ' ')}`.replace(/\bE-Mails?\b/g, '')
      expect(words, what).not.toMatch(/\b(the|you|your|open|hello|mails?|has|been|and|hidden|unknown)\b/i)
      const stops = email?.headers.has('list-unsubscribe') ?? false
      expect(email?.text.includes('Solche E-Mails abbestellen:'), what).toBe(stops)
    }
    // Users without a choice get English, regardless of the language of the organization.
    expect(find(alice.email)?.subject).toBe('Orchard has been deactivated')
  })

  it('uses the plural forms of its language', () => {
    const [en, de] = [emailTexts('en'), emailTexts('de')]
    expect([1, 2, 1_234].map((count) => en('missed.more', { count }))).toEqual([
      'And one more message.',
      'And 2 more messages.',
      'And 1,234 more messages.',
    ])
    expect(de('missed.more', { count: 1_234 })).toBe('Und noch 1.234 Nachrichten.')
  })
})

describe('A new account', () => {
  it('gets the chosen language, else that of the browser, else that of the organization', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice } = world
    type Row = [organization: string, query: string, accepted: string, language: string, email: string]
    const rows: Row[] = [
      ['en', '', '*', 'en', 'Your account on Orchard'],
      ['en', '', german, 'de', 'Dein Konto bei Orchard'],
      ['en', '?language=de', 'en', 'de', 'Dein Konto bei Orchard'],
      ['sv', '', '*', 'sv', 'Your account on Orchard'],
      ['de', '', 'sv', 'de', 'Dein Konto bei Orchard'],
      ['de', '', 'en-GB', 'en', 'Your account on Orchard'],
    ]
    const invitee_emails = rows.map((_, n) => `n${n}@example.org`).join()
    await alice.api.sendInvitations({ invitee_emails, stream_ids: [] })
    const invitations = await mailbox.emails(world)
    const emailTo = (emails: ReceivedEmail[], n: number) =>
      emails.find((one) => one.recipients.includes(`n${n}@example.org`))
    const spoken: unknown[] = []
    for (const [n, [organization, query, accepted]] of rows.entries()) {
      await alice.api.updateRealm({ default_language: organization as 'en' })
      const [browser, headers] = [new Browser(world), { 'accept-language': accepted }]
      const path = `/join/${keyInEmail(emailTo(invitations, n), '/join/')}/`
      await browser.send(`GET ${path}${query}` as 'GET /', {}, headers)
      const form = { full_name: `Newcomer ${n}`, password: newcomer.password, timezone: '', visibility: '' }
      await browser.send(`POST ${path}` as 'POST /', form, headers)
      const { body } = await browser.send('GET /json/users/me')
      spoken.push(await languageIn(world.person(body.user_id as number)))
    }
    expect(spoken).toEqual(rows.map(([, , , language]) => language))
    const emails = await mailbox.emails(world)
    expect(rows.map((_, n) => emailTo(emails, n)?.subject)).toEqual(rows.map((row) => row[4]))
    const made = await alice.api.createUser({ email: 'made@example.org', ...newcomer })
    expect(await languageIn(world.person(made.user_id))).toBe('de')
  })
})
