import { WireError } from '@loquat/contract'
import { namesOf } from '../../../markdown/emoji/unicode.ts'
import { checkedField } from '../../identity/profile-fields/rules.ts'
import type { NewProfileField, ProfileField } from '../../identity/profile-fields/store.ts'
import type { SourceEmojiRef } from '../model.ts'
import { cut } from '../text/clean.ts'
import { fakeIds, type ImportJob } from './job.ts'
import { addRows, insertRows } from './rows-store.ts'
import type { ImportedUser } from './users.ts'

const usersFieldType = 6
const maxStatusText = 60

/** Profile fields. Those that the API would refuse are left out and counted. */
export async function writeProfileFields(job: ImportJob): Promise<void> {
  const fields: ProfileField[] = []
  const sourceIds: string[] = []
  for (const {
    id,
    type,
    name,
    hint = '',
    data,
    inSummary = false,
    required = false,
    editableByUser = true,
  } of job.source.organization.profileFields ?? []) {
    const request = {
      name: cut(name, 40),
      hint: cut(hint, 80),
      fieldData: data,
      inSummary,
      required,
      editableByUser,
    }
    const field = acceptedField(fields, type, request)
    if (field === undefined) {
      job.report.skip('profile fields', 'no counterpart')
      continue
    }
    sourceIds.push(id)
    fields.push({ ...field, id: fields.length, position: fields.length + 1 })
  }
  const rows = fields.map((field) => ({
    realm_id: job.realmId,
    type: field.type,
    position: field.position,
    name: field.name,
    hint: field.hint,
    field_data: field.fieldData,
    in_summary: field.inSummary,
    required: field.required,
    editable_by_user: field.editableByUser,
  }))
  const ids = job.isDryRun ? fakeIds(rows) : await insertRows(job.db, 'profile_field', fieldColumns, rows)
  for (const [n, id] of ids.entries()) job.profileFields.set(sourceIds[n]!, { id, type: fields[n]!.type })
}

const fieldColumns = {
  realm_id: 'bigint',
  type: 'smallint',
  position: 'integer',
  name: 'text',
  hint: 'text',
  field_data: 'jsonb',
  in_summary: 'boolean',
  required: 'boolean',
  editable_by_user: 'boolean',
}

type FieldRequest = Parameters<typeof checkedField>[2]

/** The field as the API would store it; not in the summary if that is full. */
function acceptedField(
  fields: readonly ProfileField[],
  type: number,
  request: FieldRequest,
): NewProfileField | undefined {
  for (const inSummary of new Set([request.inSummary, false])) {
    try {
      return checkedField(fields, type, { ...request, inSummary })
    } catch (error) {
      if (!(error instanceof WireError)) throw error
    }
  }
  return undefined
}

/** Profile values and statuses, which may refer to other users and to custom emoji. */
export async function writeProfiles(job: ImportJob, imported: readonly ImportedUser[]): Promise<void> {
  const values: object[] = []
  const statuses: object[] = []
  for (const { user, from } of imported) {
    for (const { field: sourceField, value } of from.profile ?? []) {
      const field = job.profileFields.get(sourceField)
      if (field === undefined) continue
      const text = typeof value === 'string' ? job.report.clean(value) : newIds(job, value)
      if (text === '' || (field.type === usersFieldType && typeof value === 'string')) continue
      values.push({ user_id: user.id, field_id: field.id, value: text, rendered_value: null })
    }
    if (from.status !== undefined) {
      const emoji = from.status.emoji && storedEmoji(job, from.status.emoji)
      const text = cut(job.report.clean(from.status.text).trim(), maxStatusText)
      if (text !== '' || emoji !== undefined) {
        statuses.push({
          user_id: user.id,
          realm_id: job.realmId,
          status_text: text,
          emoji_name: emoji?.name ?? '',
          emoji_code: emoji?.code ?? '',
          reaction_type: emoji?.type ?? 'unicode_emoji',
        })
      }
    }
  }
  if (job.isDryRun) return
  const valueColumns = { user_id: 'bigint', field_id: 'bigint', value: 'text', rendered_value: 'text' }
  await addRows(job.db, 'profile_value', valueColumns, values)
  await addRows(job.db, 'user_status', statusColumns, statuses)
}

const statusColumns = {
  user_id: 'bigint',
  realm_id: 'bigint',
  status_text: 'text',
  emoji_name: 'text',
  emoji_code: 'text',
  reaction_type: 'text',
}

const newIds = (job: ImportJob, users: readonly string[]) => {
  const ids = users.flatMap((id) => job.users.get(id)?.id ?? [])
  return ids.length === 0 ? '' : JSON.stringify(ids)
}

export interface StoredEmoji {
  name: string
  code: string
  type: string
}

/** An emoji as reactions and statuses store it; undefined if it is not known here. */
export function storedEmoji(job: ImportJob, emoji: SourceEmojiRef): StoredEmoji | undefined {
  if ('custom' in emoji) {
    const custom = job.emoji.get(emoji.custom)
    return custom && { name: custom.name, code: String(custom.id), type: 'realm_emoji' }
  }
  if ('extra' in emoji) return { name: emoji.extra, code: emoji.extra, type: 'zulip_extra_emoji' }
  const [name] = namesOf(emoji.code)
  return name === undefined ? undefined : { name, code: emoji.code, type: 'unicode_emoji' }
}
