import { apiError, profileFieldTypes } from '@loquat/contract'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentField } from './present.ts'
import { builtInAccount, checkedField, type FieldRequest } from './rules.ts'
import * as store from './store.ts'

/** Publishes all fields, whichever changed. */
async function changeFields<T>(
  realm: Realm,
  work: (tx: Tx, fields: readonly store.ProfileField[]) => Promise<T>,
): Promise<T> {
  return await realm.transactExclusively(async (tx) => {
    const result = await work(tx, await store.loadFields(tx.db, tx.realmId))
    const fields = (await store.loadFields(tx.db, tx.realmId)).map(presentField)
    tx.publish({ type: 'custom_profile_fields', fields }, { everyone: true })
    return result
  })
}

export async function createField(realm: Realm, type: number, request: FieldRequest): Promise<number> {
  return await changeFields(realm, async (tx, fields) => {
    const field = checkedField(fields, type, request)
    const id = await store.insertField(tx, field)
    tx.audit({ kind: 'profile_field.created', target: { type: 'profile_field', id }, after: { ...field } })
    return id
  })
}

export type FieldChanges = { [K in keyof FieldRequest]: FieldRequest[K] | undefined }

export async function updateField(realm: Realm, id: number, changes: FieldChanges): Promise<void> {
  await changeFields(realm, async (tx, fields) => {
    const field = fieldOf(fields, id)
    const request = {
      name: changes.name ?? field.name,
      hint: changes.hint ?? field.hint,
      fieldData: changes.fieldData ?? field.fieldData ?? undefined,
      inSummary: changes.inSummary ?? field.inSummary,
      required: changes.required ?? field.required,
      editableByUser: changes.editableByUser ?? field.editableByUser,
    }
    assertSameAccountType(field, request)
    const after = checkedField(fields, field.type, request, field)
    await store.updateField(tx, { ...field, ...after })
    const target = { type: 'profile_field', id, name: field.name } as const
    tx.audit({ kind: 'profile_field.changed', target, before: { ...field }, after: { ...field, ...after } })
    if (field.type === profileFieldTypes.SELECT.id) {
      await store.deleteOtherChoices(tx, id, Object.keys(after.fieldData ?? {}))
    }
  })
}

/** The organization cannot change the name and URL of a built-in account type. */
function assertSameAccountType(field: store.ProfileField, request: FieldRequest): void {
  const own = builtInAccount(field)
  const becomes = builtInAccount({ type: field.type, fieldData: request.fieldData ?? null })
  if (own === undefined && becomes === undefined) return
  const isSame = own === becomes && request.name === field.name && request.hint === field.hint
  if (!isSame) throw apiError('profile-field-account-fixed')
}

export async function deleteField(realm: Realm, id: number): Promise<void> {
  await changeFields(realm, async (tx, fields) => {
    const field = fieldOf(fields, id)
    await store.deleteField(tx, field.id)
    tx.audit({ kind: 'profile_field.deleted', target: { type: 'profile_field', id }, before: { ...field } })
  })
}

export async function reorderFields(realm: Realm, order: readonly number[]): Promise<void> {
  await changeFields(realm, async (tx, fields) => {
    const positions = new Map(order.map((id, position) => [id, position]))
    const missing = fields.find(({ id }) => !positions.has(id))
    if (missing !== undefined) throw apiError('profile-field-order-incomplete', { field: missing.id })
    await store.setFieldPositions(tx, positions)
    tx.audit({
      kind: 'profile_field.reordered',
      before: { order: fields.map(({ id }) => id) },
      after: { order },
    })
  })
}

function fieldOf(fields: readonly store.ProfileField[], id: number): store.ProfileField {
  const field = fields.find((one) => one.id === id)
  if (field === undefined) throw apiError('profile-field-not-found', { field: id })
  return field
}
