import { describe, expect, it } from 'vitest'
import { newcomer } from '../features/administration/invitations/testing/fixtures.ts'
import { named } from '../features/places/channels/testing/fixtures.ts'
import { expectAll, stage } from './testing/notices.ts'

describe('A channel notice', () => {
  it('is in the language of the organization for all viewers', async () => {
    const { world, clock, alice, carol, hook, fully, general, plums, by } = await stage()
    await alice.api.updateRealm({
      default_language: 'de',
      enable_spectator_access: true,
      new_stream_announcements_stream_id: general,
      signup_announcements_stream_id: general,
    })
    await fully(() => carol.api.subscribe({ ...named('plums'), principals: [alice.id] }))()
    const { user_groups } = await alice.api.getUserGroups({})
    const administrators = user_groups.find(({ name }) => name === 'role:administrators')?.id ?? 0

    const change = (request: object) => () => carol.api.updateChannel({ stream_id: plums, ...request })
    const byAlice = (request: object) => () => alice.api.updateChannel({ stream_id: plums, ...request })
    const send = async (topic: string, content = 'hi') =>
      (await carol.api.sendMessage({ type: 'channel', to: general, topic, content })).id
    const move = (
      message_id: number,
      topic: string,
      propagate_mode: 'change_one' | 'change_later' | 'change_all',
    ) => carol.api.updateMessage({ message_id, topic, propagate_mode, send_notification_to_old_thread: true })
    const resolve = (message_id: number, topic: string) => () => {
      clock.advance(61)
      return carol.api.updateMessage({ message_id, topic, propagate_mode: 'change_all' })
    }
    const greeting: string[] = []
    const nothing = '```quote\n*Keine Beschreibung.*\n```'
    const begin = (privacy: string, description: string) =>
      `Neues zum Kanal: **${privacy}**: Diesen Kanal hat ${by} angelegt. **Beschreibung:**\n${description}`
    const [first, second, third] = [await send('reif'), await send('reif'), await send('reif')]
    const topic = await send('süß')
    const access = (before: string, after: string) =>
      `Neues zum Kanal: ${by} hat den Zugang zu diesem Kanal von **${before}** auf **${after}** geändert.`

    await expectAll([
      [
        'a new channel',
        carol,
        fully(() => carol.api.subscribe({ ...named('quinces'), announce: true })),
        `Neue Kanäle: ${by} hat einen neuen Kanal angelegt: #**quinces**.`,
        begin('Öffentlich', nothing),
      ],
      [
        'new channels',
        carol,
        fully(() =>
          carol.api.subscribe({
            subscriptions: [{ name: 'den', description: 'Unter uns' }, { name: 'nook' }],
            invite_only: true,
            announce: true,
          }),
        ),
        `Neue Kanäle: ${by} hat neue Kanäle angelegt: #**den**, #**nook**.`,
        begin('Privat, geschützter Verlauf', '```quote\nUnter uns\n```'),
        begin('Privat, geschützter Verlauf', nothing),
      ],
      [
        'a name',
        carol,
        change({ new_name: 'prunes' }),
        `Neues zum Kanal: ${by} hat diesen Kanal von **plums** in **prunes** umbenannt.`,
      ],
      [
        'a description',
        carol,
        change({ description: 'Blau' }),
        `Neues zum Kanal: ${by} hat die Beschreibung dieses Kanals geändert.\n\n` +
          `* **Alte Beschreibung:**\n${nothing}\n* **Neue Beschreibung:**\n\`\`\`quote\nBlau\n\`\`\``,
      ],
      [
        'privacy',
        carol,
        change({ is_private: true, history_public_to_subscribers: true }),
        access('Öffentlich', 'Privat, gemeinsamer Verlauf'),
      ],
      [
        'history',
        carol,
        change({ is_private: true, history_public_to_subscribers: false }),
        access('Privat, gemeinsamer Verlauf', 'Privat, geschützter Verlauf'),
      ],
      [
        'spectators',
        carol,
        byAlice({ is_private: false, is_web_public: true, history_public_to_subscribers: true }),
        access('Privat, geschützter Verlauf', 'Im Web öffentlich').replace(
          by,
          `@_**Alice Owner|${alice.id}**`,
        ),
      ],
      [
        'posting',
        carol,
        change({ can_send_message_group: { new: administrators } }),
        `Neues zum Kanal: ${by} hat geändert, wer in diesem Kanal schreiben darf.\n\n` +
          '* **Vorher**: @_*role:everyone*\n* **Jetzt**: @_*role:administrators*',
      ],
      [
        'how long messages stay',
        carol,
        async () => {
          await byAlice({ message_retention_days: 1 })()
          await byAlice({ message_retention_days: 1_000 })()
        },
        ...[
          ['unbegrenzt', '1 Tag'],
          ['1 Tag', '1000 Tage'],
        ].map(
          ([before, after]) =>
            `Neues zum Kanal: @_**Alice Owner|${alice.id}** hat die Aufbewahrungsdauer für Nachrichten in diesem Kanal von **${before}** auf **${after}** geändert.`,
        ),
      ],
      [
        'the archive',
        carol,
        async () => {
          await carol.api.archiveChannel({ stream_id: plums })
          await byAlice({ is_archived: false })()
        },
        `Neues zum Kanal: ${by} hat den Kanal #**prunes** archiviert.`,
        `Neues zum Kanal: @_**Alice Owner|${alice.id}** hat diesen Kanal wiederhergestellt.`,
      ],
      [
        'one message that moves',
        carol,
        () => move(first, 'saftig', 'change_one'),
        `saftig: ${by} hat #**general>saftig@${first}** von #**general>reif** hierher verschoben.`,
        `reif: ${by} hat eine Nachricht aus diesem Thema nach #**general>saftig** verschoben.`,
      ],
      [
        'a topic that moves into another',
        carol,
        () => move(second, 'saftig', 'change_all'),
        `saftig: ${by} hat 3 Nachrichten von #**general>reif** hierher verschoben.`,
        `reif: ${by} hat dieses Thema nach #**general>saftig** verschoben.`,
      ],
      [
        'messages that move',
        carol,
        () => move(third, 'überreif', 'change_later'),
        `überreif: ${by} hat 4 Nachrichten von #**general>saftig** hierher verschoben.`,
        `saftig: ${by} hat 4 Nachrichten aus diesem Thema nach #**general>überreif** verschoben.`,
      ],
      [
        'a topic that moves',
        carol,
        () => move(topic, 'zuckersüß', 'change_all'),
        `zuckersüß: ${by} hat dieses Thema von #**general>süß** hierher verschoben.`,
        `süß: ${by} hat dieses Thema nach #**general>zuckersüß** verschoben.`,
      ],
      [
        'a topic that is resolved',
        carol,
        resolve(topic, '✔ zuckersüß'),
        `✔ zuckersüß: ${by} hat dieses Thema als gelöst markiert.`,
      ],
      [
        'a topic that is unresolved',
        carol,
        resolve(topic, 'zuckersüß'),
        `zuckersüß: ${by} hat dieses Thema wieder geöffnet.`,
      ],
      [
        'a newcomer, who begins with the language of the organization',
        carol,
        async () => {
          const { user_id } = await alice.api.createUser({ email: 'nadia@example.org', ...newcomer })
          const { messages } = await world.person(user_id).api.getMessages({
            anchor: 'newest',
            num_before: 1,
            num_after: 0,
            narrow: [{ operator: 'is', operand: 'dm' }],
            apply_markdown: false,
          })
          greeting.push(...messages.map(({ content }) => content))
        },
        expect.stringMatching(/^signups: @_\*\*Nadia New\|\d+\*\* ist dieser Organisation beigetreten\.$/),
      ],
      [
        'a bot that is asked by somebody who speaks English',
        carol,
        fully(() => send('zuckersüß', `@**Hook|${hook.id}**`)),
        'zuckersüß: Ich konnte nicht antworten: Mein Server hat mit Status 500 geantwortet.',
      ],
      [
        'a topic that was resolved by mistake, when another language is spoken already',
        carol,
        async () => {
          await resolve(topic, '✔ zuckersüß')()
          await alice.api.updateRealm({ default_language: 'en' })
          await carol.api.updateMessage({
            message_id: topic,
            topic: 'zuckersüß',
            propagate_mode: 'change_all',
          })
        },
      ],
    ])
    expect(greeting).toEqual([expect.stringMatching(/^Hallo und willkommen bei Orchard!\n\nJede Nachricht/)])
  })
})
