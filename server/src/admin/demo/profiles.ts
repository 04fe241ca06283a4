import { profileFieldTypes } from '@loquat/contract'
import type { User } from '../../directory/directory.ts'
import { createField } from '../../features/identity/profile-fields/actions.ts'
import { changeOwnProfile } from '../../features/identity/profile-fields/profiles.ts'
import type { Realm } from '../../realms/realm.ts'
import type { Member } from './cast.ts'

const { SHORT_TEXT, PRONOUNS } = profileFieldTypes

const fields: readonly {
  type: number
  name: string
  hint: string
  inSummary: boolean
  answer(member: Member): string | undefined
}[] = [
  {
    type: SHORT_TEXT.id,
    name: 'Title',
    hint: 'What you do, in your own words',
    inSummary: true,
    answer: ({ title }) => title,
  },
  { type: PRONOUNS.id, name: 'Pronouns', hint: '', inSummary: true, answer: ({ pronouns }) => pronouns },
  {
    type: SHORT_TEXT.id,
    name: 'Favorite tool',
    hint: 'It need not be one of ours',
    inSummary: false,
    answer: ({ tool }) => tool,
  },
]

/** Returns the field IDs, in order. */
export async function createFields(realm: Realm): Promise<number[]> {
  const ids: number[] = []
  for (const { type, name, hint, inSummary } of fields) {
    const request = { name, hint, inSummary, fieldData: undefined, required: false, editableByUser: true }
    ids.push(await createField(realm, type, request))
  }
  return ids
}

export async function fillIn(
  realm: Realm,
  user: User,
  member: Member,
  fieldIds: readonly number[],
): Promise<void> {
  const entries = fields.flatMap(({ answer }, n) => {
    const value = answer(member)
    return value === undefined ? [] : [{ id: fieldIds[n] ?? 0, value }]
  })
  await changeOwnProfile(realm, user.id, entries)
}
