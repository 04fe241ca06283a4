interface TimeChoice {
  iso: string
  label: string
}

/** Usual hours of meetings. */
const meetingHours = [9, 12, 15, 18]
const maxChoices = 6

/** Suggested times: the next full hour, then usual hours of today and tomorrow. */
export function timeChoices(now: Date, locale: string): TimeChoice[] {
  const next = new Date(now)
  next.setHours(now.getHours() + 1, 0, 0, 0)
  const usual = [0, 1].flatMap((days) =>
    meetingHours.map((hour) => {
      const time = new Date(now)
      time.setDate(now.getDate() + days)
      time.setHours(hour, 0, 0, 0)
      return time
    }),
  )
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const times = [next, ...usual.filter((time) => time > next)].slice(0, maxChoices)
  return times.map((time) => ({ iso: withZone(time), label: format.format(time) }))
}

/** ISO time with the local offset, so that readers see it in their own zone. */
export function withZone(time: Date): string {
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  const offset = -time.getTimezoneOffset()
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const zone = `${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}:00${zone}`
}
