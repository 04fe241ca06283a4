import type { Role, UserSettings } from '@loquat/contract'
import type { ChannelName } from './channels.ts'
import type { PictureName } from './images.ts'

/** The organization: makers of garden tools, one of which has a radio in it. */
export const company = {
  name: 'Wren & Dibber',
  description:
    'Makers of garden tools since a wet spring. Workshop in Hamburg, web shop in Toronto, blades from Sanjo.',
  emailDomain: 'wrendibber.example',
}

const hamburg = 'Europe/Berlin'
const toronto = 'America/Toronto'
const osaka = 'Asia/Tokyo'

export interface Member {
  name: string
  role: Role
  timezone: string
  channels: readonly ChannelName[]
  title: string
  pronouns?: string
  /** Profile field: their favorite tool, in their own words. */
  tool: string
  picture?: PictureName
  /** First day, in working days before today; from the beginning if missing. */
  joins?: number
  status?: { text: string; emoji: string }
  /** Minutes since they were last active, and whether a client is still connected. Never seen if missing. */
  seen?: { minutes: number; connected: boolean }
  language?: UserSettings['default_language']
}

const common = ['general', 'announcements', 'random'] as const
const here = { minutes: 0, connected: true }
const away = { minutes: 34, connected: true }
const gone = (hours: number) => ({ minutes: hours * 60, connected: false })

/** All users, by their names in the conversations. The demo login is Ana's. */
export const people = {
  olga: {
    name: 'Olga Sørensen',
    role: 100,
    timezone: hamburg,
    channels: [...common, 'design', 'hardware', 'web shop', 'support', 'ops', 'hiring'],
    title: 'Founder, accounts, last resort',
    tool: 'The big ledger',
    picture: 'olga',
    seen: here,
  },
  ana: {
    name: 'Ana Ruiz',
    role: 200,
    timezone: hamburg,
    channels: [...common, 'design', 'hardware', 'web shop', 'support', 'ops', 'hiring'],
    title: 'Product and design',
    pronouns: 'she/her',
    tool: 'No. 3 secateurs',
    picture: 'ana',
    status: { text: 'Back from the trade fair', emoji: 'luggage' },
  },
  ben: {
    name: 'Ben Okafor',
    role: 400,
    timezone: toronto,
    channels: [...common, 'design', 'web shop'],
    title: 'Graphic designer',
    pronouns: 'he/him',
    tool: 'Hori-hori, for everything including lunch',
    picture: 'ben',
    seen: here,
  },
  chen: {
    name: 'Chen Wei',
    role: 400,
    timezone: hamburg,
    channels: [...common, 'hardware', 'ops', 'support'],
    title: 'Firmware',
    tool: 'A logic analyzer',
    status: { text: 'Oscilloscope is warm, do not disturb', emoji: 'wrench' },
    seen: here,
  },
  dia: {
    name: 'Dia Novak',
    role: 400,
    timezone: hamburg,
    channels: [...common, 'support', 'web shop', 'ops'],
    title: 'Customer support',
    pronouns: 'she/her',
    tool: 'Watering can with the long neck',
    picture: 'dia',
    joins: -14,
    seen: here,
  },
  emil: {
    name: 'Emil Lund',
    role: 300,
    timezone: hamburg,
    channels: [...common, 'design', 'hardware', 'hiring', 'support'],
    title: 'Workshop lead',
    tool: 'Whatever is already in my hand',
    picture: 'emil',
    seen: away,
  },
  ines: {
    name: 'Ines Kraft',
    role: 400,
    timezone: hamburg,
    channels: [...common, 'ops', 'web shop', 'support', 'hardware'],
    title: 'Warehouse and shipping',
    tool: 'Tape gun',
    status: { text: 'Stocktaking', emoji: 'package' },
    seen: here,
  },
  tom: {
    name: 'Tom Achterberg',
    role: 300,
    timezone: hamburg,
    channels: [...common, 'ops', 'web shop', 'hardware'],
    title: 'Servers and whatever runs on them',
    tool: 'A spade, the physical kind',
    picture: 'tom',
    seen: here,
  },
  bea: {
    name: 'Bea Lindt',
    role: 400,
    timezone: hamburg,
    channels: [...common, 'support', 'design', 'web shop', 'hiring', 'hardware', 'ops'],
    title: 'Sales and support lead',
    tool: 'The telephone',
    picture: 'bea',
    seen: away,
  },
  haruka: {
    name: 'Haruka Mori',
    role: 400,
    timezone: osaka,
    channels: [...common, 'hardware', 'web shop', 'design'],
    title: 'Suppliers and Japan',
    tool: '鎌',
    status: { text: '三条に出張中', emoji: 'train' },
    seen: gone(3),
    language: 'ja',
  },
  salma: {
    name: 'Salma Haddad',
    role: 400,
    timezone: toronto,
    channels: [...common, 'web shop', 'ops', 'design'],
    title: 'Web shop',
    pronouns: 'she/her',
    tool: 'Ten tabs',
    picture: 'salma',
    seen: here,
  },
  yusuf: {
    name: 'Yusuf Karam',
    role: 400,
    timezone: toronto,
    channels: [...common, 'web shop', 'ops', 'hardware'],
    title: 'Payments and data',
    tool: 'A sharp pencil',
    seen: gone(14),
  },
  kenji: {
    name: '渡辺 健二',
    role: 600,
    timezone: osaka,
    channels: ['hardware'],
    title: 'Watanabe Forge, Sanjo',
    tool: '槌',
    seen: gone(5),
    language: 'ja',
  },
} as const satisfies Record<string, Member>

export type PersonName = keyof typeof people
export type BotName = 'watchman' | 'clerk'
export type Speaker = PersonName | BotName

export const demoLogin = 'ana' satisfies PersonName

export const emailOf = (name: PersonName) => `${name}@${company.emailDomain}`

export const bots = {
  watchman: { name: 'Watchman', owner: 'tom', picture: 'watchman' },
  clerk: { name: 'Order Clerk', owner: 'salma', picture: 'clerk' },
} as const satisfies Record<BotName, { name: string; owner: PersonName; picture: PictureName }>

export const nameOf = (speaker: Speaker): string =>
  speaker in people ? people[speaker as PersonName].name : bots[speaker as BotName].name

export const groups = [
  {
    name: 'workshop',
    description: 'Anybody who may use the big press without asking',
    members: ['emil', 'chen', 'ines', 'ana'],
    by: 'emil',
  },
  {
    name: 'on-call',
    description: 'Whoever gets woken up this month',
    members: ['tom', 'yusuf'],
    by: 'tom',
  },
] as const satisfies { name: string; description: string; members: PersonName[]; by: PersonName }[]
