import type { Role } from '@loquat/contract'

/** The users of test worlds. All have the same password. */
export const cast = {
  alice: { fullName: 'Alice Owner', role: 100 },
  bob: { fullName: 'Bob Admin', role: 200 },
  mona: { fullName: 'Mona Moderator', role: 300 },
  carol: { fullName: 'Carol Member', role: 400 },
  dave: { fullName: 'Dave Member', role: 400 },
  greta: { fullName: 'Greta Guest', role: 600 },
} as const satisfies Record<string, { fullName: string; role: Role }>

export type CastName = keyof typeof cast
export const castPassword = 'loquats ripen in spring'
export const emailOf = (name: CastName) => `${name}@example.com`
