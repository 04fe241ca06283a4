import { enableCompileCache } from 'node:module'
import { bundledProgram } from './bundled.js'

enableCompileCache()
const bundled = bundledProgram('admin')
await (bundled === undefined ? import('./admin-program.ts') : import(bundled))
