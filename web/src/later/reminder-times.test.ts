import { expect, it } from 'vitest'
import { parseReminder, reminderPresets } from './reminder-times.ts'

const zone = 'Europe/Berlin'
/** A Wednesday. */
const now = Date.parse('2026-11-18T14:05:00+01:00')
const local = (at: number) =>
  new Date(at).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })

it('reminders are proposed in minutes, hours, tomorrow morning and on Monday', () => {
  expect(reminderPresets(now, zone).map(({ kind, at }) => [kind, local(at)])).toEqual([
    ['in-20-minutes', '2026-11-18 14:25'],
    ['in-an-hour', '2026-11-18 15:05'],
    ['in-3-hours', '2026-11-18 17:05'],
    ['tomorrow', '2026-11-19 09:00'],
    ['monday', '2026-11-23 09:00'],
  ])
  const sunday = Date.parse('2026-11-22T10:00:00+01:00')
  expect(reminderPresets(sunday, zone).map(({ kind }) => kind)).not.toContain('monday')
})

it.each([
  ['me in 20 minutes to call Ana', 'call Ana', '2026-11-18 14:25'],
  ['me to call Ana in 2h', 'call Ana', '2026-11-18 16:05'],
  ['in 3 days water the plants', 'water the plants', '2026-11-21 14:05'],
  ['me tomorrow of the picnic', 'the picnic', '2026-11-19 09:00'],
  ['me tomorrow at 8:30 pm bread', 'bread', '2026-11-19 20:30'],
  ['bread at 15:30', 'bread', '2026-11-18 15:30'],
  ['bread at 9', 'bread', '2026-11-19 09:00'],
  ['on 2026-12-24 at 12 am presents', 'presents', '2026-12-24 00:00'],
  ['me in an hour to breathe', 'breathe', '2026-11-18 15:05'],
  ['me to eat on Friday', 'eat', '2026-11-20 09:00'],
  ['next wednesday at 8 am eggs', 'eggs', '2026-11-25 08:00'],
  ['mich am Montag um 7 Uhr an Brot', 'an Brot', '2026-11-23 07:00'],
  ['me in 1 hour', '', '2026-11-18 15:05'],
  ['mich morgen um 8 Uhr an die Torte', 'an die Torte', '2026-11-19 08:00'],
  ['in 10 Minuten Tee', 'Tee', '2026-11-18 14:15'],
])('the time in "%s" is found', (argument, note, at) => {
  const found = parseReminder(argument, now, zone)
  expect([found?.note, found && local(found.at)]).toEqual([note, at])
})

it.each([
  'me',
  'me to call Ana',
  'bread at 25',
  'on 2020-01-01 too late',
  'in 5 parsecs',
  'today at 9',
  'on holiday',
])('there is no future time in "%s"', (argument) => {
  expect(parseReminder(argument, now, zone)).toBeUndefined()
})
