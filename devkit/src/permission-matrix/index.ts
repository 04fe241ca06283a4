export * from './tables.ts'
export * from './world.ts'
