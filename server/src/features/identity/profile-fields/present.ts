import type { ProfileFieldObject } from '@loquat/contract'
import type { ProfileField } from './store.ts'

export function presentField(field: ProfileField): ProfileFieldObject {
  return {
    id: field.id,
    type: field.type,
    order: field.position,
    name: field.name,
    hint: field.hint,
    field_data: field.fieldData === null ? '' : JSON.stringify(field.fieldData),
    ...(field.inSummary ? { display_in_profile_summary: true as const } : {}),
    required: field.required,
    editable_by_user: field.editableByUser,
  }
}
