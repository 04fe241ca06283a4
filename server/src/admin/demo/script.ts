import type { PersonName, Speaker } from './cast.ts'
import type { ChannelName } from './channels.ts'
import { type UploadName, uploads } from './images.ts'

/** Names separated by spaces, as in `'ana ben'`. */
export type Names = string

export interface Extras {
  /** Names by emoji. */
  react?: Record<string, Names>
  star?: Names
  /** The content after an edit two minutes later. */
  edit?: string
  /** Minutes of silence before the message. */
  pause?: number
  /** Key by which later messages quote it: `{quote key}`. */
  key?: string
  /** Voters by option of a poll, counted from 0. */
  votes?: Names[]
  /** Completed tasks of a to-do list, counted from 0, each with the person who completed it. */
  done?: [number, PersonName][]
}

/** Sets the time of the following entries: working days before today, and a time in UTC. */
export interface TimeMark {
  day: number
  time: string
}

export interface ScriptLine extends Extras {
  by: Speaker
  text: string
}

/** Resolves the topic. */
export interface Resolve {
  resolvedBy: PersonName
}

export type Entry = TimeMark | ScriptLine | Resolve

export interface ConversationTarget {
  channel?: ChannelName
  topic?: string
  /** Participants of a direct message conversation. */
  among?: PersonName[]
}

export interface Conversation extends ConversationTarget {
  entries: Entry[]
}

/** A channel conversation. `@ana` mentions Ana, `{bench}` is the upload of that name. */
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

export const on = (day: number, time: string): TimeMark => ({ day, time })

export const resolve = (resolvedBy: PersonName): Resolve => ({ resolvedBy })

const voice =
  (by: Speaker) =>
  (text: string, extras: Extras = {}): ScriptLine => ({ by, text, ...extras })

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

export const isScriptLine = (entry: Entry): entry is ScriptLine => 'text' in entry
export const isTimeMark = (entry: Entry): entry is TimeMark => 'time' in entry

/** The uploads that a text refers to. Braces may mean something else, as in formulas. */
export const uploadsIn = (text: string) =>
  [...text.matchAll(/\{([a-z-]+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(uploads, name) ? [name as UploadName] : [],
  )

const fence = '```'

export const code = (language: string, text: string) => `${fence}${language}\n${text.trim()}\n${fence}`

/** A quotation of somebody outside the conversation. */
export const quote = (text: string) => `${fence}quote\n${text.trim()}\n${fence}`

export const spoiler = (title: string, text: string) => `${fence}spoiler ${title}\n${text.trim()}\n${fence}`
