/**
 * The part of the contract that is no schema: what a browser loads. Types come from the whole contract, at no cost.
 */
export * from './caseless.ts'
export * from './constants.ts'
export * from './event-key.ts'
export * from './languages.ts'
export * from './permissions.ts'
