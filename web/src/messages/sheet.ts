import { create } from 'zustand'

/** On touch screens: the message whose actions are shown. */
export const useSheet = create<{ messageId: number | undefined }>(() => ({ messageId: undefined }))
export const openSheet = (messageId: number) => useSheet.setState({ messageId })
export const closeSheet = () => useSheet.setState({ messageId: undefined })
