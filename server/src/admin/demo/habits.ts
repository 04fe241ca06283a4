import { createDrafts } from '../../features/conversation/drafts/actions.ts'
import { markAllAsRead } from '../../features/conversation/read-state/mark.ts'
import { schedule } from '../../features/conversation/scheduled-messages/actions.ts'
import { reportPresence } from '../../features/identity/presence/actions.ts'
import { changeStatus } from '../../features/identity/user-status/actions.ts'
import { changeProperties } from '../../features/places/channels/properties.ts'
import { changeTopic } from '../../features/places/user-topics/actions.ts'
import { demoLogin, type Member, type PersonName, people } from './cast.ts'
import type { ChannelName } from './channels.ts'
import type { ScheduledAction } from './play.ts'
import type { Stage } from './stage.ts'

const minute = 60_000
const hour = 60 * minute
const muted = 1
const followed = 3

/** When Ana leaves for the fair. Later messages are unread for her. */
const departure = { day: -3, time: 18 * hour }

const topicChoices: readonly [PersonName, ChannelName, string, typeof muted | typeof followed][] = [
  ['ana', 'random', 'birds at the feeder', muted],
  ['ana', 'hardware', '三条の新しい刃', followed],
  ['ana', 'ops', 'deploy freeze', followed],
  ['chen', 'random', 'music at the bench', muted],
  ['tom', 'hardware', 'Probe 1.4.2 and the battery', followed],
  ['bea', 'general', 'lunch', followed],
  ['olga', 'hiring', 'apprentice for the workshop', followed],
]

/** Actions other than messages: reading, organizing channels, setting a status. */
export function habits(stage: Stage): ScheduledAction[] {
  const { calendar, app, realm } = stage
  const { now } = calendar
  const leaves = calendar.at(departure.day, departure.time)
  const acts: ScheduledAction[] = [
    { time: leaves, run: () => markAllAsRead(realm, stage.user(demoLogin)) },
    { time: leaves, run: () => reportPresence(app, realm, stage.user(demoLogin), true) },
    { time: leaves + minute, run: () => arrangeChannels(stage) },
    { time: leaves + 2 * minute, run: () => chooseTopics(stage) },
    { time: now, run: () => leaveUnfinished(stage) },
  ]
  for (const name of Object.keys(people) as PersonName[]) {
    const { seen, status }: Member = people[name]
    if (status !== undefined) {
      acts.push({ time: now - 90 * minute, run: () => say(stage, name, status) })
    }
    if (seen === undefined) continue
    const last = now - seen.minutes * minute
    acts.push({ time: last, run: () => markAllAsRead(realm, stage.user(name)) })
    acts.push({ time: last, run: () => reportPresence(app, realm, stage.user(name), true) })
    if (seen.connected && seen.minutes > 0) {
      acts.push({ time: now, run: () => reportPresence(app, realm, stage.user(name), false) })
    }
  }
  return acts
}

async function say(
  stage: Stage,
  name: PersonName,
  { text, emoji }: { text: string; emoji: string },
): Promise<void> {
  const nothing = { away: undefined, emoji_code: undefined, reaction_type: undefined }
  await changeStatus(stage.app, stage.realm, stage.user(name), {
    ...nothing,
    status_text: text,
    emoji_name: emoji,
  })
}

async function chooseTopics(stage: Stage): Promise<void> {
  const now = new Date(stage.clock.now())
  for (const [name, channel, topic, policy] of topicChoices) {
    const change = { channel: stage.channelId(channel), topic, policy } as const
    await changeTopic(stage.realm, stage.user(name), now, change)
  }
}

async function arrangeChannels(stage: Stage): Promise<void> {
  const pin = (channel: ChannelName) => ({
    stream_id: stage.channelId(channel),
    property: 'pin_to_top' as const,
    value: true,
  })
  await changeProperties(stage.realm, stage.user(demoLogin), [pin('design'), pin('hardware')])
}

/** Creates drafts and a scheduled message. */
async function leaveUnfinished(stage: Stage): Promise<void> {
  const { app, realm } = stage
  const me = stage.user(demoLogin)
  await createDrafts(app, realm, me, [
    {
      type: 'stream',
      to: [stage.channelId('design')],
      topic: 'logo refresh',
      content: '(a), with 10 % less magenta, and please tell the printer that',
    },
    {
      type: 'private',
      to: [stage.user('bea').id],
      topic: '',
      content: 'Feet: present. Shoes: retired. Yes to Mondays for Dia, let us',
    },
  ])
  await schedule(app, realm, me, {
    type: 'channel',
    to: stage.channelId('announcements'),
    topic: 'spring fair',
    content:
      'Thank you all for two days without me. I have read everything, including the squirrel. Photographs of the stand are on the wall in the kitchen; the gnome is not.',
    deliverAt: Math.floor((stage.calendar.now + 21 * hour) / 1_000),
    clientName: 'website',
    readBySender: true,
  })
}
