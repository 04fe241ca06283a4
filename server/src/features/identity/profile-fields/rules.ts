import {
  apiError,
  externalAccounts,
  maxFieldHintLength,
  maxFieldNameLength,
  maxSummaryFields,
  profileFieldTypes,
} from '@loquat/contract'
import { isLongerThan, trim } from '../../../text.ts'
import type { NewProfileField, ProfileField } from './store.ts'

const types = profileFieldTypes
const knownTypes = new Set<number>(Object.values(types).map((type) => type.id))
const neverInSummary = new Set<number>([types.LONG_TEXT.id, types.USER.id])

export interface FieldRequest {
  name: string
  hint: string
  fieldData: Record<string, unknown> | undefined
  inSummary: boolean
  required: boolean
  editableByUser: boolean
}

/** The field to store: a new one, or a change of `self`. */
export function checkedField(
  fields: readonly ProfileField[],
  type: number,
  request: FieldRequest,
  self?: ProfileField,
): NewProfileField {
  if (!knownTypes.has(type)) throw apiError('profile-field-type-not-found')
  const fieldData = checkedData(type, request.fieldData)
  const own = builtInAccount({ type, fieldData })
  const name = own?.name ?? checkedName(request.name)
  const others = fields.filter((field) => field.id !== self?.id)
  if (others.some((field) => field.name === name)) throw apiError('profile-field-name-taken')
  if (own === undefined && isLongerThan(request.hint, maxFieldHintLength)) {
    throw apiError('profile-field-hint-too-long', { max: maxFieldHintLength })
  }
  if (request.inSummary) checkSummary(others, type)
  const { inSummary, required, editableByUser } = request
  return { type, name, hint: own?.hint ?? request.hint, fieldData, inSummary, required, editableByUser }
}

/** The built-in account type of a field, which also gives the field its name. */
export function builtInAccount({ type, fieldData }: Pick<ProfileField, 'type' | 'fieldData'>) {
  if (type !== types.EXTERNAL_ACCOUNT.id) return undefined
  const subtype = String(fieldData?.subtype)
  return Object.hasOwn(externalAccounts, subtype) ? externalAccounts[subtype] : undefined
}

function checkedName(sent: string): string {
  const name = trim(sent)
  if (name === '') throw apiError('profile-field-name-empty')
  if (isLongerThan(name, maxFieldNameLength)) {
    throw apiError('profile-field-name-too-long', { max: maxFieldNameLength })
  }
  return name
}

function checkSummary(others: readonly ProfileField[], type: number): void {
  if (neverInSummary.has(type)) {
    throw apiError('profile-field-summary-unsupported')
  }
  if (others.filter((field) => field.inSummary).length >= maxSummaryFields) {
    throw apiError('profile-field-summary-full', { max: maxSummaryFields })
  }
}

function checkedData(type: number, data: Record<string, unknown> = {}): Record<string, unknown> | null {
  if (type === types.SELECT.id) return checkedOptions(data)
  if (type === types.EXTERNAL_ACCOUNT.id) return checkedAccount(data)
  return null
}

const isNonBlank = (value: unknown): value is string => typeof value === 'string' && trim(value) !== ''

function checkedOptions(data: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(data)
  if (entries.length === 0) throw apiError('profile-field-options-empty')
  const texts = entries.map(([key, option]) => {
    const { text, order, ...more } = Object(option) as Record<string, unknown>
    if (!isNonBlank(key) || !isNonBlank(text) || !isNonBlank(order) || Object.keys(more).length > 0) {
      throw apiError('profile-field-option-invalid')
    }
    return text
  })
  if (new Set(texts).size < texts.length) throw apiError('profile-field-option-duplicate')
  return data
}

const placeholder = '%(username)s'

function checkedAccount({ subtype, url_pattern }: Record<string, unknown>): Record<string, unknown> {
  if (typeof subtype === 'string' && Object.hasOwn(externalAccounts, subtype)) return { subtype }
  if (subtype !== 'custom') throw apiError('profile-field-account-not-found')
  if (typeof url_pattern !== 'string' || url_pattern.split(placeholder).length !== 2) {
    throw apiError('profile-field-url-placeholder-missing', { placeholder })
  }
  if (!isLink(url_pattern.replace(placeholder, 'username'))) throw apiError('profile-field-url-invalid')
  return { subtype, url_pattern }
}

/** An absolute http(s) or ftp(s) URL. */
export function isLink(text: string): boolean {
  return /^(https?|ftps?):\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text)
}
