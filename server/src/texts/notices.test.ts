import { addBot, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { invited, newcomer } from '../features/administration/invitations/testing/fixtures.ts'
import { deliverDue } from '../features/conversation/scheduled-messages/deliver.ts'
import { named } from '../features/places/channels/testing/fixtures.ts'
import { noticesIn } from './notices.ts'
import { expectAll, heard, stage } from './testing/notices.ts'

const welcomeBot = 'welcome-bot@loquat.invalid'

describe('A direct notice', () => {
  it('is in the language of its recipient, for every kind of notice', async () => {
    const { world, app, clock, mailbox, hook, fully, general, by, ...cast } = await stage()
    const { alice, bob, carol, dave, greta } = cast
    const { group_id: user_group_id } = await carol.api.createUserGroup({
      name: 'cooks',
      description: '',
      members: [carol.id],
    })
    const script = await addBot(world, bob)
    await carol.api.subscribe(named('void'))
    await carol.api.unsubscribe({ subscriptions: ['void'] })
    const { full_name } = (await bob.api.getUser({ user_id: script.id })).user
    await alice.api.updateSettings({ allow_private_data_export: true })
    const key = await invited(world, mailbox, 'nadia@example.org', bob)
    const time = Math.floor(clock.now() / 1_000) + 600

    const loudly = by.replace('_', '')
    const put = (people: Person[], ...names: string[]) =>
      fully(() => carol.api.subscribe({ ...named(...names), principals: people.map(({ id }) => id) }))
    const change = (members: object) =>
      fully(() => carol.api.changeGroupMembers({ user_group_id, ...members }))
    const bots = (to: string | number) => async () => {
      // The owner is notified at most once a minute.
      clock.advance(61)
      await script.api.sendMessage({ type: 'channel', to, topic: 'x', content: 'x' }).catch(() => {})
    }
    const ask =
      (content: string, to: string = welcomeBot) =>
      () =>
        dave.api.sendMessage({ type: 'direct', to: [to], content })
    const expected = (id: string) => noticesIn('de')(`welcome.${id}`)
    const bot = `@_**${full_name}|${script.id}**`
    let letters: string[] = []

    await expectAll([
      [
        'the tour',
        dave,
        fully(() =>
          dave.api.markOnboardingStep({
            onboarding_step: 'navigation_tour_video',
            schedule_navigation_tour_video_reminder_delay: 0,
          }),
        ),
        expected('tour'),
      ],
      ['one channel', dave, put([dave], 'plums'), `${loudly} hat dich zum Kanal #**plums** hinzugefügt.`],
      [
        'several channels, for users with several languages at once',
        greta,
        async () => {
          letters = await heard(bob, put([bob, greta], 'plums', 'figs'))
        },
        `${loudly} subscribed you to the following channels:\n\n* #**figs**\n* #**plums**`,
      ],
      ['a group', dave, change({ add: [dave.id] }), `${by} hat dich zur Gruppe @_*cooks* hinzugefügt.`],
      [
        'leaving it',
        dave,
        change({ delete: [dave.id] }),
        `${by} hat dich aus der Gruppe @_*cooks* entfernt.`,
      ],
      [
        'a scheduled message',
        dave,
        async () => {
          const message = { type: 'channel', to: general, topic: 'x', content: 'x' } as const
          await dave.api.createScheduledMessage({ ...message, scheduled_delivery_timestamp: time })
          clock.advance(1_300)
          await deliverDue(app)
        },
        `Die Nachricht, die du für <time:${new Date(time * 1_000).toISOString()}> geplant hattest, ` +
          'wurde wegen des folgenden Fehlers nicht gesendet:\n\n> Der Server konnte sie nicht rechtzeitig senden.',
      ],
      [
        'an export of everything',
        bob,
        fully(() => bob.api.requestExport({ export_type: 2 })),
        expect.stringMatching(
          /^Dein Export dieser Organisation \(öffentliche Daten und private Daten der Personen, die zugestimmt haben\) ist fertig: \[herunterladen\]\(http\S+\)\.$/,
        ),
      ],
      [
        'an export',
        bob,
        fully(() => bob.api.requestExport({})),
        expect.stringMatching(/^Dein Export dieser Organisation \(öffentliche Daten\) ist fertig: /),
      ],
      [
        'a bot, the name of whose channel is wrong',
        bob,
        bots('nowhere'),
        `Dein Bot ${bot} wollte eine Nachricht in den Kanal „nowhere“ senden, den es nicht gibt.`,
      ],
      [
        'a bot, the ID of whose channel is wrong',
        bob,
        bots(99_999),
        `Dein Bot ${bot} wollte eine Nachricht in den Kanal 99999 senden, den es nicht gibt.`,
      ],
      [
        'a bot that talks to nobody',
        bob,
        bots('void'),
        `Dein Bot ${bot} hat eine Nachricht in den Kanal „void“ gesendet, den niemand abonniert hat.`,
      ],
      [
        'a newcomer',
        bob,
        () => world.anyone.join({ key, ...newcomer }),
        expect.stringMatching(/^@_\*\*Nadia New\|\d+\*\* hat deine Einladung angenommen\.$/),
      ],
      ['help', dave, ask('Hilfe!'), expected('help')],
      ['channels', dave, ask('Was ist ein Kanal?'), expected('channels')],
      ['topics', dave, ask('und Themen'), expected('topics')],
      ['direct messages', dave, ask('Direktnachrichten'), expected('direct')],
      ['mentions', dave, ask('Erwähnungen'), expected('mentions')],
      ['formatting', dave, ask('Formatierung'), expected('formatting')],
      ['the search', dave, ask('wie suche ich?'), expected('search')],
      ['what is asked in English', dave, ask('mentions'), expected('mentions')],
      ['what it does not know', dave, ask('Mirabellen'), `${expected('notUnderstood')} ${expected('help')}`],
      [
        'that it said before, in another language',
        dave,
        async () => {
          await dave.api.updateSettings({ default_language: 'en' })
          await ask('mirabelles')()
          await dave.api.updateSettings({ default_language: 'de' })
        },
      ],
      [
        'a bot that is asked directly, and by somebody else',
        dave,
        async () => {
          letters.push(...(await heard(bob, fully(ask('Feigen?', hook.email)))))
          await fully(() => carol.api.sendMessage({ type: 'direct', to: [hook.id], content: 'Figs?' }))()
        },
        'Ich konnte nicht antworten: Mein Server hat mit Status 500 geantwortet.',
      ],
    ])
    expect(letters).toEqual([
      `${loudly} hat dich zu folgenden Kanälen hinzugefügt:\n\n* #**figs**\n* #**plums**`,
      expect.stringMatching(
        /^Ich konnte auf \[eine Nachricht\]\(http\S+\) nicht antworten: Mein Server hat mit Status 500 geantwortet\.\n\nAntwort:\n\n```\nKeine Feigen\n```\n\nIch melde mich deswegen/,
      ),
    ])
  })
})
