/**
 * The part of the contract without schemas, for browsers and the supervisor. Types can be imported from the whole contract at no cost.
 */
export * from './app-limits.ts'
export * from './audit-kinds.ts'
export * from './caseless.ts'
export * from './colors.ts'
export * from './constants.ts'
export * from './event-key.ts'
export * from './languages.ts'
export * from './objects/call-limits.ts'
export * from './objects/component-limits.ts'
export * from './objects/component-rules.ts'
export * from './objects/gif-constants.ts'
export * from './objects/moderation-constants.ts'
export * from './objects/skin-tones.ts'
export * from './permissions/index.ts'
export * from './scope-names.ts'
