import { describe, expect, it } from 'vitest'
import {
  decideDesktop,
  decideSound,
  mayShowContent,
  maySound,
  type NotificationContext,
  type NotificationSettings,
  shortened,
} from './decide-notification.ts'

/** The default settings. */
const settings: NotificationSettings = {
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_desktop_notifications: true,
  enable_sounds: true,
  wildcard_mentions_notify: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  notification_sound: 'chat',
  pm_content_in_desktop_notifications: true,
}
const plain = {
  is_muted: false,
  desktop_notifications: null,
  audible_notifications: null,
  wildcard_mentions_notify: null,
}
const context: NotificationContext = {
  flags: [],
  isDirect: false,
  isOwn: false,
  isMutedSender: false,
  isAnnounced: false,
  isSeen: false,
  isDoNotDisturb: false,
  policy: 0,
  channel: plain,
}
const direct = { isDirect: true, channel: undefined }
const muted = { ...plain, is_muted: true }

type Row = [string, Partial<NotificationContext>, Partial<NotificationSettings>, string | false]
const rows: Row[] = [
  ['a channel message', {}, {}, false],
  ['where one asked for all', {}, { enable_stream_desktop_notifications: true }, 'channel'],
  [
    'in a channel of which one asked for all',
    { channel: { ...plain, desktop_notifications: true } },
    {},
    'channel',
  ],
  [
    'in a channel of which one did not',
    { channel: { ...plain, desktop_notifications: false } },
    { enable_stream_desktop_notifications: true },
    false,
  ],
  ['without being subscribed', { channel: undefined }, { enable_stream_desktop_notifications: true }, false],
  ['a direct message', direct, {}, 'direct'],
  ['a direct message, all off', direct, { enable_desktop_notifications: false }, false],
  [
    'a direct message does not go by channels',
    direct,
    { enable_desktop_notifications: false, enable_stream_desktop_notifications: true },
    false,
  ],
  ['a mention', { flags: ['mentioned'] }, {}, 'mention'],
  ['a mention, all off', { flags: ['mentioned'] }, { enable_desktop_notifications: false }, false],
  ['an alert word', { flags: ['has_alert_word'] }, {}, 'alert-word'],
  ['a wildcard', { flags: ['stream_wildcard_mentioned'] }, {}, 'wildcard'],
  ['a wildcard of the topic', { flags: ['topic_wildcard_mentioned'] }, {}, 'wildcard'],
  ['a wildcard, off', { flags: ['wildcard_mentioned'] }, { wildcard_mentions_notify: false }, false],
  [
    'a wildcard, off for the channel',
    { flags: ['wildcard_mentioned'], channel: { ...plain, wildcard_mentions_notify: false } },
    {},
    false,
  ],
  [
    'a wildcard, on for the channel',
    { flags: ['wildcard_mentioned'], channel: { ...plain, wildcard_mentions_notify: true } },
    { wildcard_mentions_notify: false },
    'wildcard',
  ],
  ['a wildcard, all off', { flags: ['wildcard_mentioned'] }, { enable_desktop_notifications: false }, false],
  [
    'a wildcard in a followed topic',
    { flags: ['wildcard_mentioned'], policy: 3 },
    { wildcard_mentions_notify: false, enable_followed_topic_desktop_notifications: false },
    'wildcard',
  ],
  [
    'a wildcard in a followed topic, off',
    { flags: ['wildcard_mentioned'], policy: 3 },
    {
      wildcard_mentions_notify: false,
      enable_followed_topic_desktop_notifications: false,
      enable_followed_topic_wildcard_mentions_notify: false,
    },
    false,
  ],
  ['a followed topic', { policy: 3 }, {}, 'followed'],
  ['a followed topic, off', { policy: 3 }, { enable_followed_topic_desktop_notifications: false }, false],
  ['a followed topic in a muted channel', { policy: 3, channel: muted }, {}, 'followed'],
  ['a muted channel', { channel: { ...muted, desktop_notifications: true } }, {}, false],
  [
    'an unmuted topic in it',
    { policy: 2, channel: { ...muted, desktop_notifications: true } },
    {},
    'channel',
  ],
  ['a muted topic', { policy: 1, channel: { ...plain, desktop_notifications: true } }, {}, false],
  ['a mention in a muted topic', { policy: 1, flags: ['mentioned'] }, {}, 'mention'],
  ['a wildcard in a muted topic', { policy: 1, flags: ['wildcard_mentioned'] }, {}, false],
  ['an alert word in a muted channel', { channel: muted, flags: ['has_alert_word'] }, {}, false],
]

describe('A notification', () => {
  it('is shown for events that the settings select', () => {
    for (const [what, change, chosen, expected] of rows) {
      const decision = decideDesktop({ ...context, ...change }, { ...settings, ...chosen })
      expect(decision.notify && decision.because, what).toBe(expected)
    }
  })

  it('is not shown for messages that need none, regardless of their content', () => {
    const reasons: [Partial<NotificationContext>, string][] = [
      [{ isOwn: true }, 'own'],
      [{ isMutedSender: true }, 'muted-sender'],
      [{ isAnnounced: true }, 'announced'],
      [{ flags: ['mentioned', 'read'] }, 'read'],
      [{ isSeen: true }, 'seen'],
      [{ isDoNotDisturb: true }, 'do-not-disturb'],
      [{ flags: [], policy: 1 }, 'muted'],
      [{ flags: [] }, 'not-asked-for'],
    ]
    for (const [change, because] of reasons) {
      const mention: NotificationContext = { ...context, flags: ['mentioned'], ...change }
      expect(decideDesktop(mention, settings)).toEqual({ notify: false, because })
    }
  })

  it('has a sound according to the settings', () => {
    const table: [string, Partial<NotificationContext>, Partial<NotificationSettings>, string | false][] = [
      ['direct', direct, { enable_desktop_notifications: false }, 'direct'],
      ['sounds off', direct, { enable_sounds: false }, false],
      ['no sound chosen', direct, { notification_sound: 'none' }, false],
      ['followed', { policy: 3 }, {}, 'followed'],
      ['followed, off', { policy: 3 }, { enable_followed_topic_audible_notifications: false }, false],
      ['channel', {}, { enable_stream_audible_notifications: true }, 'channel'],
      ['channel, on', { channel: { ...plain, audible_notifications: true } }, {}, 'channel'],
      [
        'channel, off',
        { channel: { ...plain, audible_notifications: false } },
        { enable_stream_audible_notifications: true },
        false,
      ],
      ['seen', { ...direct, isSeen: true }, {}, false],
    ]
    for (const [what, change, chosen, expected] of table) {
      const decision = decideSound({ ...context, ...change }, { ...settings, ...chosen })
      expect(decision.notify && decision.because, what).toBe(expected)
    }
    expect([maySound(undefined, 0), maySound(0, 2_999), maySound(0, 3_000)]).toEqual([true, false, true])
  })

  it('has limited, bounded content', () => {
    const hidden = { ...settings, pm_content_in_desktop_notifications: false }
    expect(mayShowContent({ ...context, ...direct }, hidden)).toBe(false)
    expect(mayShowContent(context, hidden)).toBe(true)
    expect(shortened(' a\n b ')).toBe('a b')
    expect([...shortened('😀'.repeat(141))]).toHaveLength(140)
    expect(shortened('x'.repeat(140))).toBe('x'.repeat(140))
  })
})
