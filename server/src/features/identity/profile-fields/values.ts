import { apiError, type ProfileData, type ProfileValue, profileFieldTypes } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { isBot } from '../../../directory/directory.ts'
import { organizationContext } from '../../../markdown/directory-context.ts'
import { renderDescription } from '../../../markdown/render.ts'
import { isLongerThan } from '../../../text.ts'
import { isLink } from './rules.ts'
import type { ProfileField } from './store.ts'

type StoredValue = ProfileData[string]

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, URL, USER } = profileFieldTypes
const maxShortTextLength = 50
const maxLongTextLength = 500

/** Validates a value for a field and returns the value to store, rendered for fields that contain text. */
export function checkedValue(directory: Directory, field: ProfileField, value: ProfileValue): StoredValue {
  const { name } = field
  if (field.type === USER.id) {
    if (typeof value === 'string') throw apiError('profile-value-not-user-ids', { field: name })
    for (const id of value) {
      const user = directory.users.get(id)
      if (!user?.isActive || isBot(user))
        throw apiError('profile-value-user-not-found', { field: name, user: id })
    }
    return { value: JSON.stringify(value) }
  }
  if (typeof value !== 'string') throw apiError('profile-value-not-text', { field: name })
  switch (field.type) {
    case SELECT.id:
      if (!Object.hasOwn(field.fieldData ?? {}, value))
        throw apiError('profile-value-not-option', { field: name })
      return { value }
    case DATE.id:
      if (!isDate(value)) throw apiError('profile-value-not-date', { field: name })
      return { value }
    case URL.id:
      if (!isLink(value)) throw apiError('profile-value-not-link', { field: name })
      return { value }
    default: {
      const maxLength = field.type === LONG_TEXT.id ? maxLongTextLength : maxShortTextLength
      if (isLongerThan(value, maxLength))
        throw apiError('profile-value-too-long', { field: name, max: maxLength })
      const isRead = field.type === SHORT_TEXT.id || field.type === LONG_TEXT.id
      if (!isRead) return { value }
      return { value, rendered_value: renderDescription(value, organizationContext(directory)) }
    }
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}
