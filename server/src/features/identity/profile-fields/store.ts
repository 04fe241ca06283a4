import type { ProfileData } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface ProfileField {
  id: number
  type: number
  position: number
  name: string
  hint: string
  fieldData: Record<string, unknown> | null
  inSummary: boolean
  required: boolean
  editableByUser: boolean
}

type StoredValue = ProfileData[string]

export type NewProfileField = Omit<ProfileField, 'id' | 'position'>

/** Ordered by position. */
export async function loadFields(db: Db, realmId: number): Promise<ProfileField[]> {
  const rows = await db
    .selectFrom('profile_field')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    position: row.position,
    name: row.name,
    hint: row.hint,
    fieldData: row.field_data,
    inSummary: row.in_summary,
    required: row.required,
    editableByUser: row.editable_by_user,
  }))
}

/** A new field goes last. */
export async function insertField(tx: Tx, field: NewProfileField): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('profile_field', 'id')) as id)
    insert into profile_field
      (id, realm_id, type, position, name, hint, field_data, in_summary, required, editable_by_user)
    overriding system value
    select next.id, ${tx.realmId}, ${field.type}, next.id, ${field.name}, ${field.hint},
      ${field.fieldData === null ? null : JSON.stringify(field.fieldData)}::jsonb,
      ${field.inSummary}, ${field.required}, ${field.editableByUser}
    from next returning id`.execute(tx.db)
  return rows[0]?.id ?? 0
}

export async function updateField(tx: Tx, { id, ...field }: ProfileField): Promise<void> {
  await tx.db
    .updateTable('profile_field')
    .set({
      name: field.name,
      hint: field.hint,
      field_data: field.fieldData === null ? null : JSON.stringify(field.fieldData),
      in_summary: field.inSummary,
      required: field.required,
      editable_by_user: field.editableByUser,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteField(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('profile_field').where('id', '=', id).execute()
}

/** Sets positions with one statement. */
export async function setFieldPositions(tx: Tx, positions: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update profile_field set position = wanted.position
    from unnest(${[...positions.keys()]}::bigint[], ${[...positions.values()]}::integer[]) as wanted (id, position)
    where profile_field.id = wanted.id and realm_id = ${tx.realmId}`.execute(tx.db)
}

/** Deletes profile values that are no longer among the options. */
export async function deleteOtherChoices(tx: Tx, fieldId: number, options: readonly string[]): Promise<void> {
  await sql`
    delete from profile_value
    where field_id = ${fieldId} and value <> all(${options}::text[])`.execute(tx.db)
}

/** Profile values by user: of the given users, or of everyone in the organization. */
export async function loadProfiles(
  db: Db,
  realmId: number,
  userIds?: readonly number[],
): Promise<Map<number, ProfileData>> {
  const rows = await db
    .selectFrom('profile_value')
    .innerJoin('profile_field', 'profile_field.id', 'profile_value.field_id')
    .select(['user_id', 'field_id', 'value', 'rendered_value'])
    .where('realm_id', '=', realmId)
    .$if(userIds !== undefined, (query) => query.where(sql<boolean>`user_id = any(${userIds}::bigint[])`))
    .execute()
  const profiles = new Map<number, ProfileData>()
  for (const { user_id, field_id, value, rendered_value } of rows) {
    const profile = profiles.get(user_id) ?? {}
    profile[field_id] = { value, ...(rendered_value === null ? {} : { rendered_value }) }
    profiles.set(user_id, profile)
  }
  return profiles
}

/** Stores values of one user, by field ID, with one statement. */
export async function storeValues(
  tx: Tx,
  userId: number,
  values: ReadonlyMap<number, StoredValue>,
): Promise<void> {
  if (values.size === 0) return
  const list = [...values.values()]
  await sql`
    insert into profile_value (user_id, field_id, value, rendered_value)
    select ${userId}::bigint, field_id, value, rendered_value
    from unnest(${[...values.keys()]}::bigint[], ${list.map((one) => one.value)}::text[],
      ${list.map((one) => one.rendered_value ?? null)}::text[]) as new (field_id, value, rendered_value)
    on conflict (user_id, field_id) do update
      set value = excluded.value, rendered_value = excluded.rendered_value`.execute(tx.db)
}

export async function deleteValues(tx: Tx, userId: number, fieldIds: readonly number[]): Promise<void> {
  if (fieldIds.length === 0) return
  await tx.db
    .deleteFrom('profile_value')
    .where('user_id', '=', userId)
    .where(sql<boolean>`field_id = any(${fieldIds}::bigint[])`)
    .execute()
}
