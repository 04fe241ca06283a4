import type { Protocol } from '../http/protocols.ts'
import { resumableUploads } from './conversation/uploads/tus.ts'

export const protocols: Protocol[] = [resumableUploads]
