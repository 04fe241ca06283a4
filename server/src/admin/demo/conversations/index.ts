import type { Conversation } from '../script.ts'
import { announcements } from './announcements.ts'
import { direct } from './direct.ts'
import { firmware } from './firmware.ts'
import { general } from './general.ts'
import { hiring } from './hiring.ts'
import { logo } from './logo.ts'
import { ops } from './ops.ts'
import { outage } from './outage.ts'
import { random } from './random.ts'
import { shop } from './shop.ts'
import { steel } from './steel.ts'
import { support } from './support.ts'

export const conversations: Conversation[] = [
  ...announcements,
  ...general,
  ...logo,
  ...firmware,
  ...steel,
  ...shop,
  ...support,
  ...outage,
  ...ops,
  ...hiring,
  ...random,
  ...direct,
]
