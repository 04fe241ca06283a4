import type { PersonName, Speaker } from './cast.ts'
import type { ChannelName } from './channels.ts'
import { type UploadName, uploads } from './images.ts'

/** Names between spaces, as in `'ana ben'`. */
export type Names = string

export interface Extras {
  /** Who reacts with what. */
  react?: Record<string, Names>
  star?: Names
  /** What it says after its writer read it again, two minutes later. */
  edit?: string
  /** Minutes of silence before it. */
  pause?: number
  /** How later messages call it, to quote it with `{quote key}`. */
  key?: string
  /** Votes by option of a poll, counted from 0. */
  votes?: Names[]
  /** Tasks of a to-do list that get done, counted from 0, and by whom. */
  done?: [number, PersonName][]
}

/** From here on it is this day, in working days before today, at this time of Greenwich. */
export interface Moment {
  day: number
  time: string
}

export interface Line extends Extras {
  by: Speaker
  text: string
}

/** Somebody ticks the topic off. */
export interface Resolve {
  resolvedBy: PersonName
}

export type Entry = Moment | Line | Resolve

export interface Place {
  channel?: ChannelName
  topic?: string
  /** The people of a direct conversation. */
  among?: PersonName[]
}

export interface Conversation extends Place {
  entries: Entry[]
}

/** A conversation in a channel, as it is played. `@ana` mentions Ana, `{bench}` is the upload of that name. */
export const inTopic = (channel: ChannelName, topic: string, ...entries: Entry[]): Conversation => ({
  channel,
  topic,
  entries,
})

export const among = (names: Names, ...entries: Entry[]): Conversation => ({
  among: namesIn(names),
  entries,
})

export const namesIn = (names: Names) => names.split(' ').filter((name) => name !== '') as PersonName[]

export const on = (day: number, time: string): Moment => ({ day, time })

export const resolve = (resolvedBy: PersonName): Resolve => ({ resolvedBy })

const voice =
  (by: Speaker) =>
  (text: string, extras: Extras = {}): Line => ({ by, text, ...extras })

export const olga = voice('olga')
export const ana = voice('ana')
export const ben = voice('ben')
export const chen = voice('chen')
export const dia = voice('dia')
export const emil = voice('emil')
export const ines = voice('ines')
export const tom = voice('tom')
export const bea = voice('bea')
export const haruka = voice('haruka')
export const salma = voice('salma')
export const yusuf = voice('yusuf')
export const kenji = voice('kenji')
export const watchman = voice('watchman')
export const clerk = voice('clerk')

export const isLine = (entry: Entry): entry is Line => 'text' in entry
export const isMoment = (entry: Entry): entry is Moment => 'time' in entry

/** The uploads that a text shows. Braces may mean something else, as in formulas. */
export const uploadsIn = (text: string) =>
  [...text.matchAll(/\{([a-z-]+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(uploads, name) ? [name as UploadName] : [],
  )

const fence = '```'

export const code = (language: string, text: string) => `${fence}${language}\n${text.trim()}\n${fence}`

/** Words of somebody who is not in the conversation. */
export const quote = (text: string) => `${fence}quote\n${text.trim()}\n${fence}`

export const spoiler = (title: string, text: string) => `${fence}spoiler ${title}\n${text.trim()}\n${fence}`
