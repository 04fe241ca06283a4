/**
 * Interactive components of a bot's message: buttons and menus. They are stored as a submessage of this type, which
 * existing clients ignore. A message has at most one; an update replaces it, with a new ID.
 */
export const componentsType = 'components'

/** Bounds of components and of the values that people send. */
export const componentLimits = {
  perMessage: 25,
  options: 100,
  fields: 10,
  idLength: 64,
  labelLength: 80,
  valueLength: 2_000,
  textLength: 500,
  /** Maximum length of a form's text field. */
  fieldLength: 3_000,
  /** Maximum length of the stored JSON. */
  jsonLength: 50_000,
} as const
