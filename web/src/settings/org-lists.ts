import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'

/** Lists of an organization: emoji, linkifiers, playgrounds, profile fields. Events keep them current. */

export const addEmoji = (name: string, file: File) =>
  attempt(() => api.addCustomEmoji({ emoji_name: name }, { files: [file] }))
export const addEmojiArchive = (file: File) => attemptFor(() => api.addEmojiArchive({}, { files: [file] }))
export const removeEmoji = (name: string) => attempt(() => api.removeCustomEmoji({ emoji_name: name }))

export const addLinkifier = (pattern: string, template: string) =>
  attempt(() => api.addLinkifier({ pattern, url_template: template }))
export const editLinkifier = (id: number, pattern: string, template: string) =>
  attempt(() => api.editLinkifier({ filter_id: id, pattern, url_template: template }))
export const removeLinkifier = (id: number) => attempt(() => api.removeLinkifier({ filter_id: id }))
export const reorderLinkifiers = (ids: number[]) =>
  attempt(() => api.reorderLinkifiers({ ordered_linkifier_ids: ids }))

export const addPlayground = (name: string, language: string, template: string) =>
  attempt(() => api.addPlayground({ name, highlight_language: language, url_template: template }))
export const removePlayground = (id: number) => attempt(() => api.removePlayground({ playground_id: id }))

export interface FieldInput {
  name: string
  hint: string
  type: number
  data: Record<string, unknown> | undefined
  isInSummary: boolean
  isRequired: boolean
  isEditable: boolean
}
const fieldParams = ({ name, hint, data, isInSummary, isRequired, isEditable }: FieldInput) => ({
  name,
  hint,
  ...(data === undefined ? {} : { field_data: data }),
  display_in_profile_summary: isInSummary,
  required: isRequired,
  editable_by_user: isEditable,
})
export const addField = (input: FieldInput) =>
  attempt(() => api.createProfileField({ ...fieldParams(input), field_type: input.type }))
export const editField = (id: number, input: FieldInput) =>
  attempt(() => api.updateProfileField({ field_id: id, ...fieldParams(input) }))
export const removeField = (id: number) => attempt(() => api.deleteProfileField({ field_id: id }))
export const reorderFields = (ids: number[]) => attempt(() => api.reorderProfileFields({ order: ids }))
