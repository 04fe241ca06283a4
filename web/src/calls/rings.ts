import type { CallObject } from '@loquat/contract'
import { create } from 'zustand'

/** The tag of the notification of a call that rings. */
export const ringTag = ({ call_id }: Pick<CallObject, 'call_id'>): string => `call:${call_id}`

/** The call that rings on this device. */
export const useRings = create<{ call: CallObject | undefined }>(() => ({ call: undefined }))
