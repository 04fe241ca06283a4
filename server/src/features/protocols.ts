import type { Protocol } from '../http/protocols.ts'
import { resumableUploads } from './uploads/tus.ts'

export const protocols: Protocol[] = [resumableUploads]
