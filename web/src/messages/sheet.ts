import { create } from 'zustand'

/** The message whose sheet is open on a touch screen. */
export const useSheet = create<{ messageId: number | undefined }>(() => ({ messageId: undefined }))
export const openSheet = (messageId: number) => useSheet.setState({ messageId })
export const closeSheet = () => useSheet.setState({ messageId: undefined })
