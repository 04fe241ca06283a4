import type { CallObject } from '@loquat/contract'
import { create } from 'zustand'

/** The call that rings on this device. */
export const useRings = create<{ call: CallObject | undefined }>(() => ({ call: undefined }))
