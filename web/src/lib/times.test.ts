import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNight, nextMorning, schedulePresets } from '../compose/schedule-times.ts'
import { dateOf, dayLabel, exactTime, listTime, nextMidnight, timeOfDay } from './times.ts'
import { addDays, clockAt, momentOf, weekdayOf } from './zoned.ts'

const at = (iso: string) => Date.parse(iso)
const seconds = (iso: string) => at(iso) / 1000
/** Some languages use special spaces in times. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

describe('Times', () => {
  it('have the date of their zone', () => {
    const rows: [string, string, string][] = [
      ['2026-11-14T23:30:00Z', 'UTC', '2026-11-14'],
      ['2026-11-14T23:30:00Z', 'Europe/Berlin', '2026-11-15'],
      ['2026-11-14T03:30:00Z', 'America/New_York', '2026-11-13'],
      ['2026-11-14T18:29:59Z', 'Asia/Kolkata', '2026-11-14'],
      ['2026-11-14T18:30:00Z', 'Asia/Kolkata', '2026-11-15'],
      ['2026-11-14T18:15:00Z', 'Asia/Kathmandu', '2026-11-15'],
      // Daylight saving time ends.
      ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    ]
    for (const [moment, zone, date] of rows)
      expect(dateOf(seconds(moment), zone), `${moment} ${zone}`).toBe(date)
  })

  it('are formatted as the reader prefers', () => {
    const afternoon = seconds('2026-11-14T14:02:00Z')
    const zone = 'UTC'
    expect(plain(timeOfDay(afternoon, 'en-US', { zone }))).toBe('2:02 PM')
    expect(plain(timeOfDay(afternoon, 'en-US', { zone, isTwentyFour: true }))).toBe('14:02')
    expect(plain(timeOfDay(afternoon, 'de', { zone }))).toBe('14:02')
    expect(plain(timeOfDay(afternoon, 'de', { zone, isTwentyFour: false }))).toMatch(/2:02 PM/)
    expect(plain(exactTime(afternoon, 'en-US', { zone }))).toBe(
      'Saturday, November 14, 2026 at 2:02:00 PM UTC',
    )
  })

  it('have labels for today, yesterday and other days', () => {
    const now = at('2026-11-14T12:00:00Z')
    const rows: [string, string, string][] = [
      ['2026-11-14', 'en', 'Today'],
      ['2026-11-13', 'en', 'Yesterday'],
      ['2026-11-14', 'de', 'Heute'],
      ['2026-11-13', 'de', 'Gestern'],
      ['2026-11-12', 'en', 'Thursday, November 12'],
      ['2026-11-12', 'de', 'Donnerstag, 12. November'],
      ['2025-12-31', 'en', 'Wednesday, December 31, 2025'],
    ]
    for (const [date, locale, label] of rows) expect(dayLabel(date, locale, now, 'UTC')).toBe(label)
    expect(dayLabel('2026-11-15', 'en', now, 'Pacific/Auckland')).toBe('Today')
    expect(plain(listTime(now / 1000 - 60, 'en', { zone: 'UTC' }, now))).toBe('11:59 AM')
    expect(listTime(seconds('2026-11-03T09:00:00Z'), 'en', { zone: 'UTC' }, now)).toBe('Nov 3')
    expect(listTime(seconds('2025-11-03T09:00:00Z'), 'en', { zone: 'UTC' }, now)).toBe('Nov 3, 2025')
    expect(nextMidnight(at('2026-10-24T22:30:00Z'), 'Europe/Berlin')).toBe(at('2026-10-25T23:00:00Z'))
  })
})

describe('Clock times of zones', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ]

  it('convert back to the same time', () => {
    const moment = fc
      .integer({ min: at('2000-01-01'), max: at('2040-01-01') })
      .map((ms) => ms - (ms % 60_000))
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (moment, zone) => {
        const { date, hour, minute } = clockAt(moment, zone)
        const found = momentOf(date, hour, minute, zone)
        // When clocks go back, a time occurs twice; the first is returned.
        expect(clockAt(found, zone)).toEqual(clockAt(moment, zone))
        expect(moment - found === 0 || (moment > found && moment - found <= 3_600_000)).toBe(true)
      }),
    )
  })

  it('resolve skipped times to later and repeated times to the first', () => {
    expect(momentOf('2026-03-29', 2, 30, 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'))
    expect(momentOf('2026-10-25', 2, 30, 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect([weekdayOf('2026-11-16'), weekdayOf('2026-11-15')]).toEqual([1, 7])
  })
})

describe('Proposed times to send', () => {
  const zone = 'Europe/Berlin'
  const presets = (local: string) =>
    schedulePresets(at(local), zone).map(({ kind, at: moment }) => {
      const { date, hour } = clockAt(moment, zone)
      return `${kind} ${date} ${hour}`
    })

  it('are in the future and distinct', () => {
    expect(presets('2026-11-12T10:20:00+01:00')).toEqual([
      'in-an-hour 2026-11-12 11',
      'this-evening 2026-11-12 18',
      'tomorrow 2026-11-13 9',
      'monday 2026-11-16 9',
    ])
    expect(presets('2026-11-12T18:00:00+01:00')).not.toContain('this-evening 2026-11-12 18')
    expect(presets('2026-11-12T17:00:00+01:00').filter((one) => one.endsWith('12 18'))).toHaveLength(1)
    // On Sundays, tomorrow is Monday.
    expect(presets('2026-11-15T20:00:00+01:00')).toEqual([
      'in-an-hour 2026-11-15 21',
      'tomorrow 2026-11-16 9',
    ])
    expect(presets('2026-11-16T08:00:00+01:00').at(-1)).toBe('monday 2026-11-23 9')
    // It is 9 a.m. even after a change of clocks.
    expect(presets('2026-10-24T20:00:00+02:00')).toContain('tomorrow 2026-10-25 9')
  })

  it('avoid the night of the recipient', () => {
    const nights = ['21:59', '22:00', '06:59', '07:00'].map((time) =>
      isNight(at(`2026-11-12T${time}:00+01:00`), zone),
    )
    expect(nights).toEqual([false, true, true, false])
    expect(nextMorning(at('2026-11-12T02:40:00+01:00'), zone)).toBe(at('2026-11-12T09:00:00+01:00'))
    expect(nextMorning(at('2026-11-12T22:40:00+01:00'), zone)).toBe(at('2026-11-13T09:00:00+01:00'))
  })
})
