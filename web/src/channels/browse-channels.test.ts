import type { ChannelObject } from '@loquat/contract'
import { expect, test } from 'vitest'
import { filterChannels } from './browse-channels.ts'

const channel = (id: number, name: string, traffic: number | null, more: Partial<ChannelObject> = {}) =>
  ({
    stream_id: id,
    name,
    description: '',
    stream_weekly_traffic: traffic,
    is_archived: false,
    ...more,
  }) as ChannelObject

const all = [
  channel(1, 'design', 20, { description: 'How it looks, also the Café' }),
  channel(2, 'general', 0),
  channel(3, 'new one', null),
  channel(4, 'support', 300),
  channel(5, 'was here', 1, { is_archived: true }),
]
const people = new Map([
  [1, 5],
  [2, 12],
  [3, 5],
])
const names = (change: Partial<Parameters<typeof filterChannels>[1]>) =>
  filterChannels(all, {
    tab: 'all',
    order: 'name',
    filter: '',
    isSubscribed: (id) => id < 3,
    subscriberCount: (id) => people.get(id),
    ...change,
  })
    .map(({ name }) => name)
    .join(', ')

test.each([
  [{}, 'design, general, new one, support'],
  [{ tab: 'subscribed' }, 'design, general'],
  [{ tab: 'others' }, 'new one, support'],
  [{ tab: 'archived' }, 'was here'],
  [{ filter: ' cafe' }, 'design'],
  [{ order: 'traffic' }, 'support, design, general, new one'],
  [{ order: 'people' }, 'general, design, new one, support'],
  [{ among: new Set([2, 4]) }, 'general, support'],
  [{ among: new Set<number>() }, ''],
] as const)('the filter %o shows the channels %s', (change, expected) => {
  expect(names(change)).toBe(expected)
})
